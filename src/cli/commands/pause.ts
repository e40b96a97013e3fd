import { hostTimezone } from '../../platform/environment.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { untilWords, pauseView } from '../../scheduler/format-schedule.ts';
import { pauseRoutines, type PausedRoutine } from '../../scheduler/pause-routines.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { namedRoutines } from '../named-routines.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { readEnd } from '../read-moment.ts';
import { usageFailure } from '../usage-failure.ts';

export async function pauseCommand(call: CommandCall): Promise<number> {
  const { words, until } = readEnd(call, {
    example: 'roundsman pause todo-sweep --until monday',
    alone: true,
  });
  const ids = namedRoutines({ ...call, words }, 'pause');
  const once = call.options.flag('once');
  if (once && until !== null)
    throw usageFailure('--once is an end of its own', 'Leave one of the two out.');
  const workspace = await openWorkspace(call);
  const paused = await pauseRoutines(workspace, {
    ids,
    reason: oneLine(call.options.text('reason') ?? '', 500),
    until: once ? 'next-slot' : until,
  });
  await pokeDaemon(workspace);
  if (call.json) {
    writeJson(call.terminal, paused.map(toView));
    return 0;
  }
  const page = openPage(call.terminal);
  if (paused.length === 0) page.line('Nothing is active here, so there is nothing to pause.');
  for (const one of paused) {
    page.line(once ? onceWords(one) : pausedWords(one, call.clock.now()));
    for (const { slot } of one.waiting) page.line(`  will be skipped: ${slot.key}`);
  }
  // Where each was paused alone before, no pause is of all.
  if (call.options.flag('all') && paused.some(({ pause }) => pause.all === true))
    page.line('A routine that is committed later is paused with them.');
  return 0;
}

function onceWords({ id, pause: { until = '' } }: PausedRoutine): string {
  return `${id} skips its next slot, ${localTime(until, hostTimezone())}`;
}

function pausedWords(
  { id, outcome, pause, waiting, active, disabled }: PausedRoutine,
  now: Date,
): string {
  const why = pause.reason === '' ? '' : `: ${oneLine(pause.reason, 500)}`;
  if (outcome === 'already') {
    return `${id} is paused already, by ${oneLine(pause.by, 60)} since ${relativeTime(pause.at, now)}${untilWords(pause.until)}${why}`;
  }
  const skipped =
    waiting.length === 0
      ? ''
      : `; ${plural(waiting.length, 'slot')} of it ${waiting.length === 1 ? 'waits' : 'wait'}`;
  const later = disabled
    ? ' (its file has `enabled: false` already: it starts only by hand)'
    : active
      ? ''
      : ' (it is not active yet; the pause counts once it is)';
  return `paused ${id}${untilWords(pause.until)}${why}${skipped}${later}`;
}

function toView({ id, outcome, pause, waiting, active }: PausedRoutine): object {
  const skips = waiting.map(({ slot }) => slot);
  return { id, outcome, active, pause: pauseView(pause), skips };
}
