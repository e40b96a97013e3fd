import { findLanding } from '../../../review/find-landing.ts';
import { undoLanding } from '../../../review/undo-landing.ts';
import { relativeTime } from '../../../words/local-time.ts';
import type { Landing } from '../../../words/review/landing.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { agreed } from '../../confirm.ts';
import { openPage } from '../../output/page.ts';
import { landingLine, toLandingView } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewUndoCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [id = null] = call.words;
  const revert = call.options.flag('revert');
  const what = landingWords(await findLanding(workspace, id), call.clock.now());
  const question = revert ? `Make a commit that reverts ${what}?` : `Take ${what} back?`;
  if (!(await agreed(call, question))) return 4;
  const landing = await undoLanding(workspace, {
    id,
    revert,
    by: call.actor,
    reason: call.options.text('reason') ?? '',
  });
  if (call.json) writeJson(call.terminal, toLandingView(landing));
  else openPage(call.terminal).line(landingLine(landing));
  return 0;
}

/** As a person knows it. */
function landingWords({ steps, target, startedAt }: Landing, now: Date): string {
  const more = steps.length > 1 ? ` and ${steps.length - 1} more` : '';
  const branch = oneLine(steps[0]?.branch ?? '', 200);
  return `the landing of ${branch}${more} on ${oneLine(target, 80)}, ${relativeTime(startedAt, now)},`;
}
