/** Which slots of a routine its schedules made due since somebody looked last. Pure. */
import type { Calendar, PlannedRoutine } from '../contract.ts';

export interface DueSlots {
  /** Ascending; the newest of them when there were more than are kept one by one. */
  readonly instants: readonly number[];
  /** Those before them, both ends inclusive. */
  readonly covered: { readonly from: number; readonly to: number; readonly count: number } | null;
  /** The first one after what was looked at. */
  readonly next: number | null;
}

/** Half-open, (plannedTo, to]. */
export interface DueRange {
  readonly plannedTo: number | null;
  readonly to: number;
  readonly cap: number;
}

/** Enough that coinciding slots of several schedules are counted once also over long times. */
const COUNTED_TOGETHER = 20_000;

export function dueSlots(
  { routine, since }: Pick<PlannedRoutine, 'routine' | 'since'>,
  calendar: Calendar,
  { plannedTo, to, cap }: DueRange,
): DueSlots {
  const from = Math.max(plannedTo ?? since, since);
  const { until } = routine.policy;
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const last = Math.min(to, end);
  const found: FoundInstants[] = [];
  let next: number | null = null;
  const schedules = routine.triggers.filter((trigger) => trigger.kind === 'schedule');
  for (const schedule of schedules) {
    const first = calendar.next(schedule, from);
    if (first === null || first > end) continue;
    let after: number | null = first;
    if (first <= last) {
      // One more than is kept one by one: the newest of the rest names their record.
      const keep = schedules.length > 1 ? Math.max(cap + 1, COUNTED_TOGETHER) : cap + 1;
      const { instants, earlier } = calendar.between(schedule, { from, to: last, keep });
      found.push({ first, instants, earlier });
      after = calendar.next(schedule, Math.max(from, to));
    }
    if (after !== null && after <= end) next = Math.min(next ?? after, after);
  }
  return { ...merged(found, cap), next };
}

interface FoundInstants {
  readonly first: number;
  readonly instants: readonly number[];
  readonly earlier: number;
}

/** Slots that fall on one instant are one. */
function merged(found: readonly FoundInstants[], cap: number): Omit<DueSlots, 'next'> {
  const [only] = found;
  const all =
    found.length === 1 && only !== undefined
      ? only.instants
      : [...new Set(found.flatMap(({ instants }) => instants))].toSorted((a, b) => a - b);
  const instants = all.slice(Math.max(0, all.length - cap));
  const rest = all.slice(0, all.length - instants.length);
  const to = rest.at(-1);
  if (to === undefined) return { instants, covered: null };
  const earlier = found.reduce((sum, part) => sum + part.earlier, 0);
  const from = Math.min(...found.map(({ first }) => first));
  return { instants, covered: { from, to, count: rest.length + earlier } };
}
