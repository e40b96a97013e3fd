/** Slot records as they stand in files. */
import { isRecord } from '../../platform/json.ts';
import { isRoutineId, isSlotKey, type RoutineId, type SlotKey } from '../../words/ids.ts';
import { SLOT_STATES, type SlotRecord } from '../../words/slot.ts';
import type { SlotFilter } from '../ports.ts';

const STATES: ReadonlySet<unknown> = new Set(SLOT_STATES);

/** One line, which begins with routine and key: `startOfLine`. */
export function slotLine(record: SlotRecord): string {
  const { routine, slot, ...rest } = record;
  const { key, ...moment } = slot;
  return JSON.stringify({ routine, slot: { key, ...moment }, ...rest });
}

/** How the line of a slot begins; of any slot of the routine, without a key. */
export function startOfLine(routine: RoutineId, key?: SlotKey): string {
  const named = key === undefined ? '' : JSON.stringify(key);
  return `{"routine":${JSON.stringify(routine)},"slot":{"key":${named}`;
}

export function isSlotRecord(value: unknown): value is SlotRecord {
  if (!isRecord(value)) return false;
  const { routine, slot, state, changedAt } = value;
  return (
    typeof routine === 'string' &&
    isRoutineId(routine) &&
    isRecord(slot) &&
    typeof slot['key'] === 'string' &&
    isSlotKey(slot['key']) &&
    typeof slot['scheduledFor'] === 'string' &&
    isRecord(state) &&
    STATES.has(state['kind']) &&
    typeof changedAt === 'string'
  );
}

export function isWithin(record: SlotRecord, filter: SlotFilter): boolean {
  const { routine, slot, state } = record;
  return (
    (filter.routine === undefined || routine === filter.routine) &&
    (filter.states === undefined || filter.states.includes(state.kind)) &&
    isInRange(slot.scheduledFor, filter)
  );
}

/** Half-open [from, to). */
export function isInRange(instant: string, { from, to }: SlotFilter): boolean {
  return (from === undefined || instant >= from) && (to === undefined || instant < to);
}

/** Oldest first; slots of one instant always in the same order. */
export function bySchedule(a: SlotRecord, b: SlotRecord): number {
  return (
    compare(a.slot.scheduledFor, b.slot.scheduledFor) ||
    compare(a.routine, b.routine) ||
    compare(a.slot.key, b.slot.key)
  );
}

/** The same for records of one slot, and for no others. */
export function slotIdentity(record: SlotRecord): string {
  return `${record.routine}\n${record.slot.key}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
