/** The instants of one schedule: which comes next, and how many there are. Pure. */
import type { ScheduleRule } from '../words/trigger.ts';
import { cronInstants } from './cron-instants.ts';
import { readCronLine } from './cron-line.ts';
import { instantOf, wallAt, zoneOffsets } from './zone-offsets.ts';

const DAY_MS = 86_400_000;

export interface Reckoner {
  /** The first after `from`; `null`: none. */
  next(from: number): number | null;
  /** How many in (from, to], exactly, without walking them. */
  count(from: number, to: number): number;
}

const NEVER: Reckoner = { next: () => null, count: () => 0 };

/** Never due for a rule that cannot be read: rules are checked before they are stored. */
export function reckonerOf(rule: ScheduleRule, timezone: string): Reckoner {
  switch (rule.kind) {
    case 'cron':
      return ofLine(rule.expression, timezone);
    case 'every':
      return {
        next: (from) => nextInterval(rule.ms, timezone, from),
        count: (from, to) => countIntervals(rule.ms, timezone, { from, to }),
      };
    case 'at':
      return ofOne(rule.local, timezone);
  }
}

function ofLine(expression: string, timezone: string): Reckoner {
  const reading = readCronLine(expression);
  if (reading.kind === 'fault') return NEVER;
  try {
    return cronInstants(reading.words, timezone);
  } catch (thrown) {
    if (thrown instanceof Error) return NEVER;
    throw thrown;
  }
}

function ofOne(local: string, timezone: string): Reckoner {
  const wall = parseWall(local);
  if (wall === null) return NEVER;
  const instant = instantOf(timezone, wall);
  return {
    next: (from) => (instant > from ? instant : null),
    count: (from, to) => (instant > from && instant <= to ? 1 : 0),
  };
}

/** `null` for a date or time that no calendar has. */
export function parseWall(local: string): number | null {
  const match = /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2})$/.exec(local);
  if (match === null) return null;
  const ms = Date.parse(`${local}:00Z`);
  // February 30 would turn into March 1.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== local ? null : ms;
}

/**
 * When an interval is due: one that divides 24 h begins again at each local midnight; any other counts from 1970. On a day
 * of 25 h the last one is longer rather than followed by a cut one: what is due once a day stays so. Pure.
 * The first instant after `from`; `null` for an interval of nothing.
 */
function nextInterval(ms: number, timezone: string, from: number): number | null {
  if (ms <= 0) return null;
  return DAY_MS % ms === 0 ? nextSinceMidnight(ms, timezone, from) : nextMultiple(ms, from, 0);
}

/** How many instants in (from, to]; by arithmetic. */
function countIntervals(
  ms: number,
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  if (ms <= 0 || to <= from) return 0;
  if (DAY_MS % ms !== 0) return multiplesTo(ms, to, 0) - multiplesTo(ms, from, 0);
  const origins = midnightsOfChanges(timezone, from, to);
  return origins.reduce((total, origin, index) => {
    const until = Math.min(to, lastBefore(origins[index + 1] ?? Infinity, origin, ms));
    const after = Math.max(from, origin - 1);
    return until <= after
      ? total
      : total + multiplesTo(ms, until, origin) - multiplesTo(ms, after, origin);
  }, 0);
}

/** Up to where intervals that began at one midnight count before another. */
function lastBefore(midnight: number, origin: number, ms: number): number {
  const cut = (midnight - origin) % ms;
  return midnight - origin > DAY_MS && cut > 0 ? midnight - cut - 1 : midnight - 1;
}

/** Midnights from which intervals count on without a break to the next of them: around each change of the clocks. */
function midnightsOfChanges(timezone: string, from: number, to: number): readonly number[] {
  const first = startOfDay(timezone, from);
  const days = zoneOffsets(timezone)
    .changes(instantOf(timezone, first), to)
    // The day whose length it changes: clocks that leap onto midnight shorten the day before.
    .map(({ at }) => startOfDay(timezone, at - 1))
    .flatMap((day) => [day, day + DAY_MS, day + 2 * DAY_MS]);
  const midnights = [first, ...days].map((day) => instantOf(timezone, day));
  return [...new Set(midnights)].toSorted((a, b) => a - b);
}

/** From the origin's own, which is the first, to an instant; less than one when it is earlier. */
function multiplesTo(ms: number, to: number, origin: number): number {
  return Math.floor((to - origin) / ms) + 1;
}

function nextSinceMidnight(ms: number, timezone: string, after: number): number {
  const day = startOfDay(timezone, after);
  const origin = instantOf(timezone, day);
  const tomorrow = nextMidnight(timezone, day, after);
  const next = nextMultiple(ms, after, origin);
  return next <= lastBefore(tomorrow, origin, ms) ? next : tomorrow;
}

/** The first midnight after an instant; a zone may skip a whole day. */
function nextMidnight(timezone: string, day: number, after: number): number {
  for (let ahead = 1; ; ahead += 1) {
    const midnight = instantOf(timezone, day + ahead * DAY_MS);
    if (midnight > after) return midnight;
  }
}

/** As a wall time. */
function startOfDay(timezone: string, instant: number): number {
  return Math.floor(wallAt(timezone, instant) / DAY_MS) * DAY_MS;
}

function nextMultiple(ms: number, after: number, origin: number): number {
  return origin + (Math.floor((after - origin) / ms) + 1) * ms;
}
