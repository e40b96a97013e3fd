/** While all routines are paused at once, one that is committed meanwhile is paused with them. */
import type { ScheduleStart } from '../store/ports.ts';
import type { RoutineId } from '../words/ids.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { TickParts } from './contract.ts';

interface Newcomers {
  readonly routines: readonly ScheduledRoutine[];
  /** Those that were active before. */
  readonly known: ReadonlyMap<RoutineId, ScheduleStart>;
  /** ISO 8601. */
  readonly at: string;
}

/** A routine that a person enabled here is not paused: it was asked for. */
export async function pauseNewcomers(
  { pauses }: Pick<TickParts, 'pauses'>,
  { routines, known, at }: Newcomers,
): Promise<void> {
  const fresh = routines.filter(
    ({ id, enabled, source }) => enabled && source === 'ref' && !known.has(id),
  );
  if (fresh.length === 0) return;
  const there = await pauses.list(at);
  const ofAll = there.find(({ all }) => all === true);
  if (ofAll === undefined) return;
  const { before: _before, ...pause } = ofAll;
  const paused = new Set(there.map(({ routine }) => routine));
  for (const { id } of fresh) if (!paused.has(id)) await pauses.write({ ...pause, routine: id });
}
