import { hostTimezone } from '../../platform/environment.ts';
import { pokeDaemon } from '../../scheduler/daemon/poke.ts';
import { pauseRoutines, type PausedRoutine } from '../../scheduler/pause-routines.ts';
import { untilWords, pauseView } from '../../scheduler/pause-view.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { chosenRoutines } from '../chosen-routines.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';
import { readMoment } from '../read-moment.ts';
import { usageFailure } from '../usage-failure.ts';

export async function pauseCommand(call: CommandCall): Promise<number> {
  const { words, end } = splitEnd(call);
  const ids = chosenRoutines({ ...call, words }, 'pause');
  const until = end === null ? null : readEnd(call, end);
  const workspace = await openWorkspace(call);
  const paused = await pauseRoutines(workspace, {
    ids,
    reason: oneLine(call.options.text('reason') ?? '', 500),
    until,
  });
  await pokeDaemon(workspace);
  if (call.json) {
    writeJson(call.terminal, paused.map(toView));
    return 0;
  }
  const page = openPage(call.terminal);
  if (paused.length === 0) page.line('Nothing is active here, so there is nothing to pause.');
  for (const one of paused) {
    page.line(pausedWords(one, call.clock.now()));
    for (const { slot } of one.waiting) page.line(`  will be skipped: ${slot.key}`);
  }
  return 0;
}

interface End {
  readonly name: 'for' | 'until';
  readonly text: string;
}

/** `pause todo-sweep until monday`, `pause todo-sweep 1w` and `pause --all for 2 days` are meant as they are read. */
function splitEnd(call: CommandCall): {
  readonly words: readonly string[];
  readonly end: End | null;
} {
  const { words, options } = call;
  const [until, lasting] = [options.text('until'), options.text('for')];
  if (until !== null && lasting !== null)
    throw usageFailure('--for and --until exclude each other', 'Give one of them.');
  if (until !== null) return { words, end: { name: 'until', text: until } };
  if (lasting !== null) return { words, end: { name: 'for', text: lasting } };
  const first = options.flag('all') ? 0 : 1;
  const at = words.findIndex((word, index) => index >= first && /^(for|until)$/i.test(word));
  if (at >= 0 && at < words.length - 1) {
    const name = words[at]?.toLowerCase() === 'for' ? 'for' : 'until';
    return { words: words.slice(0, at), end: { name, text: words.slice(at + 1).join(' ') } };
  }
  const last = words.at(-1) ?? '';
  const isAmount = words.length > first && /^\d+[smhdw]$/.test(last);
  return isAmount
    ? { words: words.slice(0, -1), end: { name: 'for', text: last } }
    : { words, end: null };
}

/** ISO 8601. Throws `usage` for what is no moment, or has passed. */
function readEnd({ clock }: CommandCall, { name, text }: End): string {
  const now = clock.now();
  const until = readMoment({ name, text, now, timezone: hostTimezone(), way: 'ahead' });
  if (Date.parse(until) > now.getTime()) return until;
  throw usageFailure(
    `--${name} ${oneLine(text, 80)} has passed`,
    'Give a moment ahead: roundsman pause todo-sweep --until monday',
  );
}

function pausedWords({ id, outcome, pause, waiting, active }: PausedRoutine, now: Date): string {
  const why = pause.reason === '' ? '' : `: ${oneLine(pause.reason, 500)}`;
  if (outcome === 'already') {
    return `${id} is paused already, by ${oneLine(pause.by, 60)} since ${relativeTime(pause.at, now)}${untilWords(pause.until)}${why}`;
  }
  const skipped =
    waiting.length === 0
      ? ''
      : `; ${plural(waiting.length, 'slot')} of it ${waiting.length === 1 ? 'waits' : 'wait'}`;
  const later = active ? '' : ' (it is not active yet; the pause counts once it is)';
  return `paused ${id}${untilWords(pause.until)}${why}${skipped}${later}`;
}

function toView({ id, outcome, pause, waiting, active }: PausedRoutine): object {
  const skips = waiting.map(({ slot }) => slot);
  return { id, outcome, active, pause: pauseView(pause), skips };
}
