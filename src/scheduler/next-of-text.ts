/** The coming slots of a schedule that stands in no routine. */
import { checkSchedule } from '../calendar/next.ts';
import {
  comingSlots,
  type ComingSlots,
  type Schedule,
  type SlotSearch,
} from '../routines/next-slots.ts';
import { readScheduleEntry } from '../routines/schedule/schedule-entry.ts';
import { isTimezone } from '../routines/schedule/schedule-words.ts';
import { AppError } from '../words/errors.ts';

/**
 * Of a cron line or a schedule in words. Throws `usage` for one that does not hold, or a second zone.
 * @param timezone `null`: what the words name, else `fallback` @param routine whose time it would be, for words that leave it open
 */
export function nextOfText({
  text,
  timezone,
  fallback,
  routine,
  ...search
}: SlotSearch & {
  readonly text: string;
  readonly timezone: string | null;
  readonly fallback: string;
  readonly routine: string;
}): ComingSlots {
  if (timezone !== null && !isTimezone(timezone)) {
    throw wrong(`there is no time zone ${timezone}`, 'Write an IANA name such as Europe/Berlin.');
  }
  const read = readScheduleEntry({ cron: text }, routine);
  if (read === null) throw wrong('no schedule is given', 'Write a cron line, or `daily at 07:00`.');
  if (read.kind === 'fault') throw wrong(read.fault.message, read.fault.hint);
  if (timezone !== null && read.timezone !== null) {
    throw wrong(
      `the schedule names its zone already: in ${read.timezone}`,
      'Leave --timezone or `in …` out.',
    );
  }
  const zone = timezone ?? read.timezone ?? fallback;
  const fault = checkSchedule(read.rule, zone);
  if (fault !== null) throw wrong(fault.message, fault.hint);
  const schedule: Schedule = {
    kind: 'schedule',
    when: read.rule,
    timezone: zone,
    ...(read.phrase === null ? {} : { phrase: read.phrase }),
  };
  return comingSlots([schedule], search);
}

function wrong(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'bad-schedule', message, hint });
}
