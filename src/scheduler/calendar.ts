/**
 * When schedules are due, shared by all routines: equal schedules are reckoned once, and what is kept of each is two
 * instants. Pure but for that memory, which changes no answer.
 *
 * `next` and what `between` counts are exact, gaps and overlaps of the clocks included; `between` counts by lists of
 * times and dates and walks only what it returns. What lies further back than a hundred years is not counted.
 */
import { keepRecent } from '../calendar/keep-recent.ts';
import { reckonerOf, type Reckoner } from '../calendar/reckoner.ts';
import type { ScheduleTrigger } from '../words/trigger.ts';
import type { Calendar } from './contract.ts';

/** One (rule, zone). No instant of it lies between the two. */
interface Pattern {
  readonly key: string;
  from: number;
  next: number | null;
}

/** Schedules that differ and are remembered; more are reckoned again. */
const MOST_PATTERNS = 100_000;
const FURTHEST_BACK_MS = 100 * 366 * 86_400_000;

export function sharedCalendar(): Calendar {
  const ofKey = keepRecent<Pattern>(MOST_PATTERNS, (key) => ({ key, from: Infinity, next: null }));
  const ofTrigger = new WeakMap<ScheduleTrigger, Pattern>();
  const patternOf = (schedule: ScheduleTrigger): Pattern => {
    const known = ofTrigger.get(schedule);
    if (known !== undefined) return known;
    const pattern = ofKey(keyOf(schedule));
    ofTrigger.set(schedule, pattern);
    return pattern;
  };
  const next = (schedule: ScheduleTrigger, from: number): number | null => {
    const pattern = patternOf(schedule);
    if (from >= pattern.from && (pattern.next === null || from < pattern.next)) return pattern.next;
    const found = reckonerOf(schedule.when, schedule.timezone).next(from);
    Object.assign(pattern, { from, next: found });
    return found;
  };
  return {
    next,
    between: (schedule, range) => {
      const first = next(schedule, range.from);
      if (first === null || first > range.to) return { instants: [], earlier: 0, first: null };
      const reckoner = reckonerOf(schedule.when, schedule.timezone);
      const from = Math.max(range.from, range.to - FURTHEST_BACK_MS);
      return { ...newest(reckoner, { ...range, from }), first };
    },
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly keep: number;
}

function newest(
  reckoner: Reckoner,
  range: Range,
): { readonly instants: readonly number[]; readonly earlier: number } {
  const { from, to, keep } = range;
  const total = reckoner.count(from, to);
  const instants: number[] = [];
  const begin = total <= keep ? from : beginOfNewest(reckoner, range, total);
  for (let at = reckoner.next(begin); at !== null && at <= to; at = reckoner.next(at)) {
    instants.push(at);
  }
  const kept = keep <= 0 ? [] : instants.slice(-keep);
  return { instants: kept, earlier: total - kept.length };
}

/** An instant after which there are at least `keep`, and not many more. */
function beginOfNewest(reckoner: Reckoner, { from, to, keep }: Range, total: number): number {
  if (keep <= 0) return to;
  const held = (begin: number): number => reckoner.count(begin, to);
  // Near the end first: what is far away costs more to count.
  let width = Math.ceil(((to - from) * keep * 1.2) / total);
  while (width < to - from && held(to - width) < keep) width *= 2;
  let low = Math.max(from, to - width);
  let high = to;
  while (high - low > 1000 && held(low) > 4 * keep + 100) {
    const middle = Math.floor((low + high) / 2);
    if (held(middle) >= keep) low = middle;
    else high = middle;
  }
  return low;
}

function keyOf({ when, timezone }: ScheduleTrigger): string {
  switch (when.kind) {
    case 'cron':
      return `cron ${timezone} ${when.expression}`;
    case 'every':
      return `every ${timezone} ${when.ms}`;
    case 'at':
      return `at ${timezone} ${when.local}`;
  }
}
