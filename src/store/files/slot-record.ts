/** Slot records as they stand in files. */
import { sha256 } from '../../platform/hash.ts';
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

// Names of slot files: safe whatever the key holds, never too long, and apart also where the file system takes
// `a` and `A` for one letter. Readable as far as that goes; what tells them apart is the hash.
const READABLE = 60;
const NAME = /^[a-z0-9][a-z0-9-]*\.[a-z0-9-]*\.[0-9a-f]{24}\.json$/;
const INSTANT =
  /\.at-([0-9]{4}-[0-9]{2}-[0-9]{2})t([0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{3})z\.[^.]*\.json$/;

/** `todo-sweep.at-2026-11-21t02-00-00-000z.3fa9c1….json`, at most 153 characters. */
export function slotFileName(routine: RoutineId, key: SlotKey): string {
  const readable = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, READABLE);
  return `${routine}.${readable}.${sha256(`${routine}\n${key}`).slice(0, 24)}.json`;
}

export function isSlotFileName(name: string): boolean {
  return NAME.test(name);
}

/** Beginning of the names of a routine's files. */
export function filePrefixOf(routine: RoutineId): string {
  return `${routine}.`;
}

/** When an `at:` slot is scheduled for, ISO 8601, without opening it; `null` for any other. */
export function instantOfName(name: string): string | null {
  const [, day, hour, minute, second, ms] = INSTANT.exec(name) ?? [];
  return day === undefined ? null : `${day}T${hour}:${minute}:${second}.${ms}Z`;
}
