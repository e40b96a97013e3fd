/** A log that strangers cannot flood: of each routine's equal lines, one a minute. */
import type { Clock } from '../../platform/clock.ts';
import type { RoutineId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';

const EVERY_MS = 60_000;

interface Kept {
  readonly at: number;
  readonly held: number;
}

export function quietLog(parts: {
  readonly clock: Clock;
  readonly log: (line: string) => void;
}): (routine: RoutineId, line: string) => void {
  const kept = new Map<RoutineId, Kept>();
  return (routine, line) => {
    const now = parts.clock.monotonic();
    const last = kept.get(routine);
    if (last !== undefined && now - last.at < EVERY_MS) {
      kept.set(routine, { at: last.at, held: last.held + 1 });
      return;
    }
    const more = last === undefined || last.held === 0 ? '' : ` (and ${last.held} more since)`;
    kept.set(routine, { at: now, held: 0 });
    parts.log(oneLine(`hook ${routine}: ${line}${more}`, 300));
  };
}
