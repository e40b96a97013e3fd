import { findReviewed } from '../../../review/find-reviewed.ts';
import { judgeBranch } from '../../../runtime/judge-branch.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { Judgement } from '../../../words/review/review-branch.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import { requireReviewSetting } from '../../ask-to-confirm.ts';
import type { CommandCall } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import { withProgress } from '../../output/progress-writer.ts';
import { writeJson } from '../../output/write-json.ts';

// What another engine says of a branch, for a person: it is advice, and says whose.

const STYLES = { pass: 'good', fail: 'bad', unknown: 'warn' } as const;

function writeJudgement(page: Page, judgement: Judgement): void {
  const { paint } = page;
  const { verdict, branch, engine, run, summary, places } = judgement;
  const seen = run === null ? '' : `, run ${shortIdOf(run)}`;
  page.line(
    `${paint(STYLES[verdict], verdict)}  ${oneLine(branch, 160)}  ${paint('faint', `(${engine}${seen}; advice, nothing lands by it)`)}`,
  );
  if (summary !== '') page.line(`  ${oneLine(summary, 1_000)}`);
  for (const { path, line, text } of places)
    page.line(`  ${oneLine(path, 200)}${line === null ? '' : `:${line}`}  ${oneLine(text, 500)}`);
}

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
