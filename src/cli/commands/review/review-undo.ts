import { undoLanding } from '../../../review/undo-landing.ts';
import { relativeTime } from '../../../words/relative-time.ts';
import { oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import { agreed } from '../../agreed.ts';
import type { CommandCall } from '../../command.ts';
import { landingLine, toLandingView } from '../../output/landing-view.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewUndoCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [id = null] = call.words;
  const revert = call.options.flag('revert');
  const what = id === null ? await newestLanding(call, workspace) : `the landing of ${id}`;
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

/** What would be taken back, as a person knows it. */
async function newestLanding({ clock }: CommandCall, { review }: Workspace): Promise<string> {
  const landed = (await review.landings.list()).filter(({ state }) => state.kind === 'landed');
  const newest = landed.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0];
  if (newest === undefined) return 'the newest landing';
  const { steps, target, startedAt } = newest;
  const more = steps.length > 1 ? ` and ${steps.length - 1} more` : '';
  const branch = oneLine(steps[0]?.branch ?? '', 200);
  return `the landing of ${branch}${more} on ${oneLine(target, 80)}, ${relativeTime(startedAt, clock.now())},`;
}
