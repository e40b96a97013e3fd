/**
 * When a schedule is due next. Pure calculation: no clock, no timers, no state but what is kept to reckon faster.
 * `sharedCalendar` is the same for many.
 */
import { oneLine } from '../words/text.ts';
import type { ScheduleRule } from '../words/trigger.ts';
import { cronInstants } from './cron-instants.ts';
import { readCronLine, WRITE_FIVE_FIELDS } from './cron-line.ts';
import { parseWall, reckonerOf } from './reckoner.ts';

/** Any instant serves to see that a line fires at all. */
const CHECK_FROM = Date.UTC(2000, 0, 1);

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
  const reckoner = reckonerOf(rule, timezone);
  const found: Date[] = [];
  let at = reckoner.next(from.getTime());
  while (at !== null && found.length < count) {
    found.push(new Date(at));
    at = reckoner.next(at);
  }
  return found;
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

function cronFault(expression: string, timezone: string): ScheduleFault | null {
  const shown = oneLine(expression, 60);
  const reading = readCronLine(expression);
  if (reading.kind === 'fault') return reading.fault;
  try {
    if (cronInstants(reading.words, timezone).next(CHECK_FROM) !== null) return null;
  } catch (thrown) {
    const reason = oneLine(thrown instanceof Error ? thrown.message : String(thrown), 120);
    return {
      message: `the cron line "${shown}" cannot be read: ${reason.replace(/^Cron\w*: /, '')}`,
      hint: WRITE_FIVE_FIELDS,
    };
  }
  return {
    message: `the cron line "${shown}" never fires`,
    hint: 'Check day of month against month.',
  };
}
