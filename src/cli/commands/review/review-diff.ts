import { openWorkspace } from '../../../app/open-workspace.ts';
import { findReviewed } from '../../../app/review/find-reviewed.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeSetLines } from '../../output/review-set.ts';
import { toSetView } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewDiffCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const { set } = await findReviewed(workspace, {
    what: call.words[0] ?? '',
    others: call.options.flag('others'),
  });
  if (call.json) {
    writeJson(call.terminal, set === null ? null : toSetView(set));
    return 0;
  }
  if (set !== null) writeSetLines(openPage(call.terminal), set, call.clock.now());
  return 0;
}
