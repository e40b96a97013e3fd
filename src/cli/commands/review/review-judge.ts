import { findReviewed } from '../../../review/find-reviewed.ts';
import { judgeBranch } from '../../../runtime/judge-branch.ts';
import type { Judgement } from '../../../words/review/judgement.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { writeJudgement } from '../../output/judgement-view.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { requireReviewSetting } from '../../require-review-setting.ts';
import { withProgress } from '../../with-progress.ts';

/** Each branch of a set, one after another. Exit 1 unless all pass. */
export async function reviewJudgeCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  await requireReviewSetting(call, workspace, { key: 'review.judge', verb: 'judge' });
  const { branches } = await findReviewed(workspace, { what: call.words[0] ?? '' });
  const judgements: Judgement[] = [];
  const page = openPage(call.terminal);
  for (const { branch } of branches) {
    const judgement = await withProgress(call, ({ signal, show }) =>
      judgeBranch(workspace, { what: branch, by: call.actor, signal, watch: show }),
    );
    judgements.push(judgement);
    if (!call.json) writeJudgement(page, judgement);
  }
  if (call.json) writeJson(call.terminal, judgements);
  return judgements.every(({ verdict }) => verdict === 'pass') ? 0 : 1;
}
