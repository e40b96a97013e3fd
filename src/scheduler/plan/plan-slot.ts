/** A slot while it is planned. */
import { AppError } from '../../words/errors.ts';
import { isSlotKey, type RoutineId, type SlotKey } from '../../words/ids.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { newSlotRecord, type SlotRecord } from '../../words/slot.ts';

export interface PlanSlot {
  readonly record: SlotRecord;
  /** It has a record in the store. */
  readonly created: boolean;
  readonly byPerson: boolean;
  /** ms since 1970; `null`: at once. */
  readonly notBefore: number | null;
}

/** For a slot of a schedule. It is pinned to what the routine says now. @param recordedAt ISO 8601 */
export function newRecord(routine: ScheduledRoutine, at: number, recordedAt: string): SlotRecord {
  const scheduledFor = new Date(at).toISOString();
  return newSlotRecord({
    routine: routine.id,
    slot: { key: keyAt(scheduledFor), scheduledFor, trigger: 'schedule' },
    definition: routine.definition,
    recordedAt,
  });
}

// The key of a scheduled slot, and what a key tells of where a slot came from. Pure.

/** @param instant ms since 1970 */
export function keyOfInstant(instant: number): SlotKey {
  return keyAt(new Date(instant).toISOString());
}

/** @param instant ISO 8601 UTC, with milliseconds */
function keyAt(instant: string): SlotKey {
  const key = `at:${instant}`;
  if (isSlotKey(key)) return key;
  throw new AppError('internal', { code: 'bad-slot-key', message: key, hint: '' });
}

/** By a schedule, and not by an event or a person. */
export function isScheduled(key: SlotKey): boolean {
  return key.startsWith('at:');
}

/** Asked for by name (`run`, `backfill`, `replay`): no pause, cooldown or deadline stands against it. */
export function isByPerson(key: SlotKey): boolean {
  return !isScheduled(key) && !key.startsWith('event:');
}

/** Names a slot among those of all routines. */
export function takenKey(routine: RoutineId, key: SlotKey): string {
  return `${routine} ${key}`;
}
