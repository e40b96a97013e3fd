/**
 * When a schedule is due next. Pure calculation: no clock, no timers, no state.
 *
 * Cron lines follow Debian's cron over changes of the clock: a fixed time that falls into a gap runs at its end,
 * one in an overlap runs once; lines with a wildcard in minute or hour follow the clock as it goes.
 */
import { Cron } from 'croner';

import { oneLine } from '../domain/text.ts';
import type { ScheduleRule } from '../domain/trigger.ts';
import { readCronLine } from './cron-line.ts';
import { withLostTimes } from './lost-times.ts';
import { instantOf, wallAt } from './wall-time.ts';

const DAY_MS = 86_400_000;
/** Any instant serves to see that a line fires at all; leap days come within eight years of it. */
const CHECK_FROM = new Date('2000-01-01T00:00:00Z');

export interface ScheduleFault {
  readonly message: string;
  readonly hint: string;
}

/** The next `count` instants after `from`, ascending; fewer when the schedule ends. */
export function nextInstants(
  rule: ScheduleRule,
  timezone: string,
  { from, count }: { readonly from: Date; readonly count: number },
): readonly Date[] {
  switch (rule.kind) {
    case 'cron':
      return nextOfLine(rule.expression, timezone, { from, count });
    case 'every':
      return nextIntervals(rule.ms, timezone, { from, count });
    case 'at': {
      const wall = parseWall(rule.local);
      const instant = wall === null ? null : new Date(instantOf(timezone, wall));
      return instant !== null && instant > from && count > 0 ? [instant] : [];
    }
  }
}

/** Why a schedule can never be followed, with what to write; `null` when it can. */
export function checkSchedule(rule: ScheduleRule, timezone: string): ScheduleFault | null {
  switch (rule.kind) {
    case 'every':
      return null;
    case 'at':
      return parseWall(rule.local) === null
        ? {
            message: `there is no time ${oneLine(rule.local, 40)}`,
            hint: 'Write a date that exists and a time, such as 2026-12-01T09:00.',
          }
        : null;
    case 'cron':
      return cronFault(rule.expression, timezone);
  }
}

/** None for a line that cannot be read: whoever stored it had it checked. */
function nextOfLine(
  expression: string,
  timezone: string,
  search: { readonly from: Date; readonly count: number },
): readonly Date[] {
  const reading = readCronLine(expression);
  if (reading.kind === 'fault') return [];
  const found = calculator(reading.line, timezone).nextRuns(search.count, search.from);
  return reading.fixedTime ? withLostTimes(reading.line, { timezone, found, ...search }) : found;
}

function cronFault(expression: string, timezone: string): ScheduleFault | null {
  const shown = oneLine(expression, 60);
  const reading = readCronLine(expression);
  if (reading.kind === 'fault') return reading.fault;
  try {
    if (calculator(reading.line, timezone).nextRun(CHECK_FROM) !== null) return null;
  } catch (thrown) {
    const reason = oneLine(thrown instanceof Error ? thrown.message : String(thrown), 120);
    return {
      message: `the cron line "${shown}" cannot be read: ${reason.replace(/^Cron\w*: /, '')}`,
      hint: 'Write five fields: minute, hour, day of month, month, day of week, such as "0 2 * * 1-5".',
    };
  }
  return {
    message: `the cron line "${shown}" never fires`,
    hint: 'Check day of month against month.',
  };
}

function calculator(line: string, timezone: string): Cron {
  return new Cron(line, { timezone, paused: true, fixedTimeRule: 'no-wildcard' });
}

/** One that divides 24 h begins anew at each local midnight; any other counts from 1970. */
function nextIntervals(
  ms: number,
  timezone: string,
  { from, count }: { readonly from: Date; readonly count: number },
): readonly Date[] {
  if (ms <= 0) return [];
  const found: Date[] = [];
  let last = from.getTime();
  while (found.length < count) {
    last = DAY_MS % ms === 0 ? nextSinceMidnight(ms, timezone, last) : nextMultiple(ms, last, 0);
    found.push(new Date(last));
  }
  return found;
}

function nextSinceMidnight(ms: number, timezone: string, after: number): number {
  const wall = wallAt(timezone, after);
  const day = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS);
  const midnight = instantOf(timezone, day);
  const tomorrow = nextMidnight(timezone, day, after);
  return Math.min(nextMultiple(ms, after, midnight), tomorrow);
}

/** The first midnight after an instant; a zone may skip a whole day. */
function nextMidnight(timezone: string, day: number, after: number): number {
  for (let ahead = 1; ; ahead += 1) {
    const midnight = instantOf(timezone, day + ahead * DAY_MS);
    if (midnight > after) return midnight;
  }
}

function nextMultiple(ms: number, after: number, origin: number): number {
  return origin + (Math.floor((after - origin) / ms) + 1) * ms;
}

/** `null` for a date or time that no calendar has. */
function parseWall(local: string): number | null {
  const match = /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2})$/.exec(local);
  if (match === null) return null;
  const ms = Date.parse(`${local}:00Z`);
  // February 30 would turn into March 1.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== local ? null : ms;
}
