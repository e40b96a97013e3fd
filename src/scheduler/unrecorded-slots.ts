/** Expected against actual: the slots that a schedule had, and of which no record tells. Pure. */
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { SlotRecord } from '../words/slot.ts';
import type { Calendar } from './contract.ts';

interface ExpectedRange {
  readonly routine: ScheduledRoutine;
  readonly calendar: Calendar;
  /** In ms; slots in (from, to] are expected. */
  readonly from: number;
  readonly to: number;
  /** So many of the newest are looked at one by one. */
  readonly keep: number;
}

export interface Unrecorded {
  /** ISO 8601, newest first. */
  readonly instants: readonly string[];
  /** Expected before those that were looked at. */
  readonly earlier: number;
}

/** @param records of the routine, at least those within the range */
export function unrecordedSlots(range: ExpectedRange, records: readonly SlotRecord[]): Unrecorded {
  const { routine, calendar, from, keep } = range;
  if (!routine.enabled) return { instants: [], earlier: 0 };
  const until = routine.policy.until === null ? Infinity : Date.parse(routine.policy.until);
  const to = Math.min(range.to, until);
  const expected = new Set<number>();
  let earlier = 0;
  for (const trigger of routine.triggers) {
    if (trigger.kind !== 'schedule' || to <= from) continue;
    const found = calendar.between(trigger, { from, to, keep });
    for (const instant of found.instants) expected.add(instant);
    earlier += found.earlier;
  }
  const newest = [...expected].toSorted((a, b) => b - a);
  const isRecorded = recordedBy(records);
  const instants = newest
    .slice(0, keep)
    .map((instant) => new Date(instant).toISOString())
    .filter((instant) => !isRecorded(instant));
  return { instants, earlier: earlier + Math.max(0, newest.length - keep) };
}

/** By a record of its own, or by one that stands for many. */
function recordedBy(records: readonly SlotRecord[]): (instant: string) => boolean {
  const keys = new Set<string>(records.map(({ slot }) => slot.key));
  const ranges = records.flatMap(({ covers }) => (covers === null ? [] : [covers]));
  return (instant) =>
    keys.has(`at:${instant}`) || ranges.some(({ from, to }) => instant >= from && instant <= to);
}
