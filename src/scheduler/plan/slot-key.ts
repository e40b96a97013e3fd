/** The key of a scheduled slot, and what a key tells of where a slot came from. Pure. */
import { AppError } from '../../words/errors.ts';
import { isSlotKey, type RoutineId, type SlotKey } from '../../words/ids.ts';

/** @param instant ms since 1970 */
export function keyOfInstant(instant: number): SlotKey {
  return keyAt(new Date(instant).toISOString());
}

/** @param instant ISO 8601 UTC, with milliseconds */
export function keyAt(instant: string): SlotKey {
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
