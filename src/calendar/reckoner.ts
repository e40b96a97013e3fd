/** The instants of one schedule: which comes next, and how many there are. Pure. */
import type { ScheduleRule } from '../words/trigger.ts';
import { cronInstants } from './cron-instants.ts';
import { readCronLine } from './cron-line.ts';
import { countIntervals, nextInterval } from './intervals.ts';
import { instantOf } from './wall-time.ts';

export interface Reckoner {
  /** The first after `from`; `null`: none. */
  next(from: number): number | null;
  /** How many in (from, to], exactly, without walking them. */
  count(from: number, to: number): number;
}

const NEVER: Reckoner = { next: () => null, count: () => 0 };

/** One that is never due for a rule that cannot be read: whoever stored it had it checked. */
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
