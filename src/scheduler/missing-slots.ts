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

// How many slots of a routine came and went since one of them was started. Pure.
export interface Silence {
  readonly routine: string;
  /** Slots since the last started one. */
  readonly slots: number;
  /** When that was scheduled for; `null`: none was started as far as was looked. */
  readonly lastStarted: string | null;
  /** `missed (downtime)`, `not looked at`; most first. */
  readonly reasons: readonly { readonly words: string; readonly count: number }[];
}

interface SilenceRequest {
  readonly routine: string;
  /** Of the routine, newest first. */
  readonly records: readonly SlotRecord[];
  /** Expected slots without a record: when, as far as they were looked at one by one. */
  readonly unrecorded: readonly string[];
  /** And how many there are besides. */
  readonly earlier: number;
  /** Slots that came due later may well start yet. ISO 8601. */
  readonly lateBefore: string;
}

/** `null` when the newest slot was started, or there was none. */
export function silenceOf(request: SilenceRequest): Silence | null {
  const { routine, unrecorded, earlier, lateBefore } = request;
  const own = request.records.filter(({ slot }) => isOfItself(slot.key));
  const started = own.find(({ state }) => state.kind === 'started');
  const lastStarted = started?.slot.scheduledFor ?? null;
  const isSince = (instant: string): boolean =>
    instant < lateBefore && (lastStarted === null || instant > lastStarted);
  const counts = new Map<string, number>();
  const count = (words: string, more: number): void => {
    if (more > 0) counts.set(words, (counts.get(words) ?? 0) + more);
  };
  for (const record of own) {
    if (record.state.kind === 'started' || !isSince(record.slot.scheduledFor)) continue;
    count(wordsOf(record), record.covers?.count ?? 1);
  }
  count('without a record', unrecorded.filter(isSince).length + earlier);
  const reasons = [...counts]
    .map(([words, count]) => ({ words, count }))
    .toSorted((a, b) => b.count - a.count);
  const slots = reasons.reduce((sum, reason) => sum + reason.count, 0);
  return slots === 0 ? null : { routine, slots, lastStarted, reasons };
}

/** Neither `run` nor `backfill` says that a routine starts by itself. */
function isOfItself(key: string): boolean {
  return key.startsWith('at:') || key.startsWith('event:');
}

function wordsOf({ state }: SlotRecord): string {
  return 'cause' in state ? `${state.kind} (${state.cause})` : state.kind;
}
