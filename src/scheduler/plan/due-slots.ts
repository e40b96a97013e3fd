/** Which slots of a routine its schedules made due since the last look. Pure. */
import { sha256 } from '../../platform/hash.ts';
import type { RoutineId, SlotKey } from '../../words/ids.ts';
import type { Policy } from '../../words/policy.ts';
import type { EndedSlotState } from '../../words/slot.ts';
import type { ScheduleTrigger } from '../../words/trigger.ts';
import type { Calendar, PlannedRoutine } from '../contract.ts';
import { keyOfInstant } from './plan-slot.ts';
import { durationWords } from './slot-words.ts';

export interface DueSlots {
  /** Ascending; the newest of them when there were more than are kept one by one. */
  readonly instants: readonly number[];
  /** Those before them, both ends inclusive. */
  readonly covered: { readonly from: number; readonly to: number; readonly count: number } | null;
  /** The first one after what was looked at. */
  readonly next: number | null;
}

export const NOTHING_DUE: DueSlots = { instants: [], covered: null, next: null };

/** Slots that are looked at one by one in a tick, so that those of several schedules that coincide count once. */
const MOST_COUNTED = 100_000;

/**
 * For one tick: routines with equal schedules share what was reckoned. Beyond 100,000 slots of routines with several
 * schedules, what is counted in one record counts coinciding slots once for each schedule.
 */
export class DueReckoner {
  readonly #calendar: Calendar;
  readonly #to: number;
  readonly #cap: number;
  readonly #shared = new Map<string, DueSlots>();
  #counted = 0;

  /** @param to ms since 1970, inclusive @param cap slots that are kept one by one */
  constructor(calendar: Calendar, { to, cap }: { readonly to: number; readonly cap: number }) {
    this.#calendar = calendar;
    this.#to = to;
    this.#cap = cap;
  }

  /** @param plannedTo slots after it, and after `since`, are due; `null`: after `since` */
  dueOf(
    { routine, since }: Pick<PlannedRoutine, 'routine' | 'since'>,
    plannedTo: number | null,
  ): DueSlots {
    const schedules = routine.triggers.filter((trigger) => trigger.kind === 'schedule');
    if (schedules.length === 0) return NOTHING_DUE;
    const { until } = routine.policy;
    const range = {
      from: Math.max(plannedTo ?? since, since),
      end: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
    };
    const coming = this.#firstOf(schedules, range.from);
    if (coming === null || coming > range.end) return NOTHING_DUE;
    if (coming > this.#to) return { ...NOTHING_DUE, next: coming };
    const key = keyOf(schedules, range);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const due = this.#reckon(schedules, { ...range, first: coming });
    this.#shared.set(key, due);
    return due;
  }

  #reckon(schedules: readonly ScheduleTrigger[], range: DueRange): DueSlots {
    const after = this.#firstOf(schedules, this.#to);
    const next = after !== null && after <= range.end ? after : null;
    const to = Math.min(this.#to, range.end);
    const second = this.#firstOf(schedules, range.first);
    if (second === null || second > to) return { instants: [range.first], covered: null, next };
    return { ...this.#merged(schedules, { ...range, end: to }), next };
  }

  /** Slots that fall on one instant are one. */
  #merged(
    schedules: readonly ScheduleTrigger[],
    { from, end: to, first }: DueRange,
  ): Pick<DueSlots, 'instants' | 'covered'> {
    // One more than is kept one by one: the newest of the rest names their record.
    let keep = this.#cap + 1;
    const found = (): readonly ReturnType<Calendar['between']>[] =>
      schedules.map((schedule) => this.#calendar.between(schedule, { from, to, keep }));
    let parts = found();
    const earlier = sumOf(parts.map((part) => part.earlier));
    if (earlier > 0 && schedules.length > 1) {
      const total = earlier + sumOf(parts.map((part) => part.instants.length));
      this.#counted += total;
      if (this.#counted <= MOST_COUNTED) {
        keep = total;
        parts = found();
      }
    }
    const all = [...new Set(parts.flatMap(({ instants }) => instants))].toSorted((a, b) => a - b);
    const instants = all.slice(Math.max(0, all.length - this.#cap));
    const rest = all.slice(0, all.length - instants.length);
    const newest = rest.at(-1);
    if (newest === undefined) return { instants, covered: null };
    const count = rest.length + sumOf(parts.map((part) => part.earlier));
    return { instants, covered: { from: first, to: newest, count } };
  }

  #firstOf(schedules: readonly ScheduleTrigger[], from: number): number | null {
    let first: number | null = null;
    for (const schedule of schedules) {
      const next = this.#calendar.next(schedule, from);
      if (next !== null) first = Math.min(first ?? next, next);
    }
    return first;
  }
}

interface DueRange {
  readonly from: number;
  /** Of the routine; later than what is looked at, mostly. */
  readonly end: number;
  readonly first: number;
}

function keyOf(
  schedules: readonly ScheduleTrigger[],
  { from, end }: Pick<DueRange, 'from' | 'end'>,
): string {
  const parts = schedules.map(({ when, timezone }) => {
    const rule = when.kind === 'cron' ? when.expression : when.kind === 'at' ? when.local : when.ms;
    return `${when.kind} ${rule} ${timezone}`;
  });
  return `${from} ${end} ${parts.join('\n')}`;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

// How much later than its time a slot starts: scattered over slots and routines, always the same for the same slot.

/**
 * @param slot `at` is its nominal instant, `next` the one after it (`null`: none)
 * @returns ms to wait, below `jitterMs` and never up to the next slot
 */
export function jitterOf(
  routine: RoutineId,
  slot: { readonly key: SlotKey; readonly at: number; readonly next: number | null },
  jitterMs: number,
): number {
  const room = slot.next === null ? jitterMs : Math.min(jitterMs, slot.next - slot.at);
  if (room <= 0) return 0;
  // 48 bits of the hash, as a fraction of one.
  const fraction = Number.parseInt(sha256(`${routine} ${slot.key}`).slice(0, 12), 16) / 2 ** 48;
  return Math.floor(fraction * room);
}

// What becomes of slots that came due since the last look: the misfire policy. Pure.

/** Ended, or `null`: it may start, as far as this goes. */
type Fate = EndedSlotState | null;

interface CatchUpFrame {
  readonly now: number;
  /** Slots later than this came due while no process was looking. */
  readonly lateAfterMs: number;
}

/**
 * On time is the newest slot, unless it is late. All others are to be made up for.
 *
 * @param instants ascending
 * @returns what becomes of each, in order
 */
export function fatesOf(
  instants: readonly number[],
  policy: Policy,
  { now, lateAfterMs }: CatchUpFrame,
): readonly Fate[] {
  const newest = instants.length - 1;
  const onTime = now - (instants[newest] ?? now) <= lateAfterMs ? newest : -1;
  const chosen = policy.misfire === 'run-once' ? chosenOf(instants, policy, { now, onTime }) : -1;
  return instants.map((instant, at) => {
    if (isTooOld(instant, policy, now)) return tooOld(policy);
    if (at === onTime) return null;
    switch (policy.misfire) {
      case 'run-all':
        return null;
      case 'skip':
        return missed(
          'downtime',
          'Roundsman was not running at the time, and this slot is not made up for',
        );
      case 'run-once':
        return at === chosen ? null : coveredBy(instants[chosen]);
    }
  });
}

/** A slot that is exactly as old as its deadline is too old: with `every`, the next one is due then. */
export function isTooOld(instant: number, policy: Policy, now: number): boolean {
  return now - instant >= policy.startingDeadlineMs && now > instant;
}

export function tooOld(policy: Policy): EndedSlotState {
  const deadline = durationWords(policy.startingDeadlineMs);
  return missed('deadline', `older than its starting deadline of ${deadline}`);
}

/** The one slot that makes up for the others; where only one of two could start, that is the one on time. */
function chosenOf(
  instants: readonly number[],
  policy: Policy,
  { now, onTime }: { readonly now: number; readonly onTime: number },
): number {
  const onlyOne =
    policy.overlap === 'skip' ||
    policy.overlap === 'cancel-other' ||
    policy.overlap === 'terminate-other';
  const isThere = onTime >= 0 && !isTooOld(instants[onTime] ?? now, policy, now);
  if (isThere && onlyOne) return onTime;
  return onTime >= 0 ? onTime - 1 : instants.length - 1;
}

function coveredBy(instant: number | undefined): EndedSlotState {
  const by = instant === undefined ? 'a newer slot' : keyOfInstant(instant);
  return { kind: 'superseded', cause: 'newer-slot', reason: `${by} covers its time too` };
}

function missed(cause: 'downtime' | 'deadline', reason: string): EndedSlotState {
  return { kind: 'missed', cause, reason };
}
