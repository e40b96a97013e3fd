import { isPlanned, pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { pauseView, untilWords } from '../../scheduler/format-schedule.ts';
import { resumeRoutines, undoPauses, type ResumedRoutine } from '../../scheduler/pause-routines.ts';
import { relativeTime } from '../../words/local-time.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { namedRoutines } from '../named-routines.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function resumeCommand(call: CommandCall): Promise<number> {
  const ids = namedRoutines(call, 'resume');
  const workspace = await openWorkspace(call);
  const resumed = await resumeRoutines(workspace, ids);
  return tell(call, workspace, { resumed, stay: [] });
}

/** `undo`, of pauses: the one before comes back where there was one. */
export async function undoPausesCommand(
  call: CommandCall,
  workspace: Workspace,
  pauses: readonly Pause[],
): Promise<number> {
  return tell(call, workspace, await undoPauses(workspace, pauses));
}

async function tell(
  call: CommandCall,
  workspace: Workspace,
  { resumed, stay }: Awaited<ReturnType<typeof undoPauses>>,
): Promise<number> {
  const woken = (await pokeDaemon(workspace)) === 'woken';
  if (call.json) {
    const again = stay.map((pause) => ({
      id: pause.routine,
      outcome: 'paused',
      pause: pauseView(pause),
    }));
    writeJson(call.terminal, [...resumed, ...again]);
    return 0;
  }
  const page = openPage(call.terminal);
  if (resumed.length + stay.length === 0) page.line('Nothing is paused.');
  for (const one of resumed) page.line(formatResumed(one, call.clock.now()));
  for (const { routine, by, reason, until } of stay) {
    const why = reason === '' ? '' : `: ${oneLine(reason, 500)}`;
    page.line(`${routine} is paused as before, by ${oneLine(by, 60)}${untilWords(until)}${why}`);
  }
  if (!woken && resumed.some(({ active }) => active) && !(await isPlanned(workspace))) {
    call.terminal.err(
      'note: no daemon runs here, so nothing starts by itself until `roundsman start`\n',
    );
  }
  return 0;
}

export function formatResumed({ id, outcome, pause, ...one }: ResumedRoutine, now: Date): string {
  const ahead = aheadWords(id, one, now);
  if (outcome === 'was-not-paused') return `${id} was not paused; ${ahead}`;
  const by =
    pause === null ? '' : ` (paused by ${oneLine(pause.by, 60)} ${relativeTime(pause.at, now)})`;
  return `resumed ${id}${by}; ${ahead}`;
}

function aheadWords(
  id: string,
  { active, disabled, next }: Pick<ResumedRoutine, 'active' | 'disabled' | 'next'>,
  now: Date,
): string {
  if (disabled)
    return `it starts only by hand: roundsman edit ${id} --set enabled=true changes that`;
  if (!active) return 'it is not active';
  return next === null ? 'no slot ahead' : `next slot ${relativeTime(next, now)}`;
}
