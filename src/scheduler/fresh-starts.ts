/** Schedules that count from now, where slots after now were accounted for before the clock was set back. */
import type { ScheduleStart, SlotStore } from '../store/ports.ts';
import type { RoutineId } from '../words/ids.ts';
import { isScheduled } from './plan/slot-key.ts';
import type { ReconciledStarts } from './schedule-starts.ts';

/**
 * Slots that are counted together in one record have none of their own, so exclusive creation does not keep them from
 * a second one: a schedule that is new counts from after all that has a record.
 */
export async function startAfterRecorded(
  slots: SlotStore,
  reconciled: ReconciledStarts,
  { known, now }: { readonly known: ReadonlyMap<RoutineId, ScheduleStart>; readonly now: number },
): Promise<ReconciledStarts> {
  const fresh = new Set(
    Array.from(reconciled.starts)
      .filter(([id, { since }]) => known.get(id)?.since !== since)
      .map(([id]) => id),
  );
  if (fresh.size === 0) return reconciled;
  const { records } = await slots.list({ from: new Date(now).toISOString() });
  const starts = new Map(reconciled.starts);
  for (const { routine, slot } of records) {
    const start = starts.get(routine);
    if (start === undefined || !fresh.has(routine) || !isScheduled(slot.key)) continue;
    if (slot.scheduledFor > start.since)
      starts.set(routine, { ...start, since: slot.scheduledFor });
  }
  return { ...reconciled, starts };
}
