import { inspectReview } from '../../../review/inspect-review.ts';
import { listQueued } from '../../../review/land-queued.ts';
import { recoverLandings } from '../../../review/recover-landings.ts';
import { countWords } from '../../../review/set-words.ts';
import type { ReviewLook } from '../../../words/review/change-set.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import { writeSetLines } from '../../output/review-set.ts';
import { landingLine, nothingWaits, toReviewView } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewCommand(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const workspace = await openWorkspace(call);
  for (const words of await recoverLandings(workspace)) terminal.err(`note: ${words}\n`);
  const [others, routine] = [options.flag('others'), options.text('routine')];
  const look = ofRoutine(await inspectReview(workspace, { others }), routine);
  if (call.json) {
    writeJson(terminal, toReviewView(look));
    return 0;
  }
  const page = openPage(terminal);
  if (look.sets.length === 0) {
    page.line(emptyWords({ others, routine }));
  }
  for (const [index, set] of look.sets.entries()) {
    if (index > 0) page.line();
    writeSetLines(page, set, call.clock.now());
  }
  for (const landing of await listQueued(workspace)) page.line(landingLine(landing));
  writeRest(page, look, { others });
  return 0;
}

function ofRoutine(look: ReviewLook, routine: string | null): ReviewLook {
  if (routine === null) return look;
  const sets = look.sets.filter(({ branches }) => branches.some((one) => one.routine === routine));
  return { ...look, sets };
}

function emptyWords(asked: { readonly others: boolean; readonly routine: string | null }): string {
  if (asked.routine !== null)
    return `No branch of ${oneLine(asked.routine, 80)} waits. \`roundsman review\` shows what does.`;
  return nothingWaits(asked.others);
}

function writeRest(
  page: Page,
  { sets, aside, problems }: ReviewLook,
  { others }: { readonly others: boolean },
): void {
  const branches = sets.reduce((sum, set) => sum + set.branches.length, 0);
  const counts =
    sets.length === 0
      ? []
      : [
          countWords(branches, sets.length),
          ...(others ? [] : ['more of others: roundsman review --others']),
        ];
  if (counts.length > 0) {
    page.line();
    page.line(page.paint('faint', counts.join(' · ')));
  }
  for (const { branch, detail } of aside)
    page.line(
      page.paint('faint', `not waiting: ${oneLine(branch.branch, 120)}: ${oneLine(detail)}`),
    );
  for (const problem of problems) page.line(page.paint('warn', oneLine(problem, 300)));
}
