/**
 * Times of day that a change of the clock takes away over midnight, as in America/Nuuk, where 23:00 turns into
 * 00:00 of the next day. The calculator puts a time in a gap to the gap's end, but only on the same day. Pure.
 */
import { Cron } from 'croner';

import { wallAt } from './wall-time.ts';

const DAY_MS = 86_400_000;
/** No zone changes its clocks there and back within this. */
const STEP_MS = 7 * DAY_MS;
/** A longer one is a correction of the calendar, such as a day that a zone never had: there is nothing to make up for. */
const LONGEST_GAP_MS = 3 * 3_600_000;

export interface LostTimesRequest {
  readonly timezone: string;
  readonly from: Date;
  readonly count: number;
  /** What the calculator gave, ascending. */
  readonly found: readonly Date[];
}

/** The found instants with the lost ones among them, ascending, at most `count`. */
export function withLostTimes(
  line: string,
  { timezone, from, count, found }: LostTimesRequest,
): readonly Date[] {
  const last = found.at(-1);
  if (last === undefined) return found;
  // The calendar alone, without a zone: which wall times the line names.
  const calendar = new Cron(line, { timezone: 'UTC', paused: true });
  const lost = midnightGaps(timezone, from, last).flatMap(({ from: begin, to, instant }) => {
    const named = calendar.nextRun(new Date(begin - 1));
    return named !== null && named.getTime() < to && instant > from.getTime() ? [instant] : [];
  });
  if (lost.length === 0) return found;
  const all = new Set([...found.map((at) => at.getTime()), ...lost]);
  return [...all]
    .toSorted((a, b) => a - b)
    .slice(0, count)
    .map((ms) => new Date(ms));
}

interface MidnightGap {
  /** Wall times that no clock shows: from `from` to `to`, not included. */
  readonly from: number;
  readonly to: number;
  /** When the gap ends. */
  readonly instant: number;
}

const gapsOfYears = new Map<string, readonly MidnightGap[]>();

function midnightGaps(timezone: string, from: Date, last: Date): readonly MidnightGap[] {
  const gaps: MidnightGap[] = [];
  for (let year = from.getUTCFullYear(); year <= last.getUTCFullYear(); year += 1) {
    gaps.push(...gapsOfYear(timezone, year));
  }
  return gaps.filter(({ instant }) => instant > from.getTime() && instant <= last.getTime());
}

function gapsOfYear(timezone: string, year: number): readonly MidnightGap[] {
  const key = `${timezone} ${year}`;
  const known = gapsOfYears.get(key);
  if (known !== undefined) return known;
  const gaps: MidnightGap[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  for (let at = Date.UTC(year, 0, 1); at < end; at += STEP_MS) {
    const gap = gapBetween(timezone, at, Math.min(at + STEP_MS, end));
    if (gap !== null && dayOf(gap.from) !== dayOf(gap.to)) gaps.push(gap);
  }
  gapsOfYears.set(key, gaps);
  return gaps;
}

function gapBetween(timezone: string, low: number, high: number): MidnightGap | null {
  const before = offsetAt(timezone, low);
  const after = offsetAt(timezone, high);
  if (after <= before || after - before > LONGEST_GAP_MS) return null;
  let still = low;
  let changed = high;
  while (changed - still > 1000) {
    const middle = Math.floor((still + changed) / 2000) * 1000;
    if (offsetAt(timezone, middle) === before) still = middle;
    else changed = middle;
  }
  return { from: changed + before, to: changed + after, instant: changed };
}

function offsetAt(timezone: string, instant: number): number {
  return wallAt(timezone, instant) - instant;
}

function dayOf(wall: number): number {
  return Math.floor(wall / DAY_MS);
}
