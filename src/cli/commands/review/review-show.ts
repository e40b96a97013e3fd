import { findReviewed, type Reviewed } from '../../../review/find-reviewed.ts';
import { replacedBranches } from '../../../review/replaced-branches.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeBranchPage, writeSetPage } from '../../output/review-page.ts';
import { toNamedBranchView, toSetView } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const what = call.words[0] ?? '';
  const found = await findReviewed(workspace, { what, others: call.options.flag('others') });
  const { set, branches, named } = found;
  const [branch] = branches;
  const page = openPage(call.terminal);
  if (named === 'set' && set !== null) {
    if (call.json) writeJson(call.terminal, toSetView(set));
    else writeSetPage(page, set, call.clock.now());
  } else if (branch !== undefined) {
    const aside = asideOf(found);
    const replaces = await replacedBranches(workspace, branch.branch);
    const shown = { branch, set, replaces };
    if (call.json) writeJson(call.terminal, toNamedBranchView({ ...shown, aside }));
    else writeBranchPage(page, { ...shown, aside: aside?.detail ?? null }, call.clock.now());
  }
  return 0;
}

function asideOf({ look, branches }: Reviewed): Reviewed['look']['aside'][number] | null {
  return look.aside.find(({ branch }) => branch.branch === branches[0]?.branch) ?? null;
}
