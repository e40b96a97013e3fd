/**
 * The dates of a cron line: days of month, months, days of week, years. Read by croner, on a calendar without zone.
 * A day is a number: days since 1970. Pure.
 */
import { Cron } from 'croner';

import { keepRecent } from './keep-recent.ts';

export interface CronDates {
  /** The first at or after `day`; `null`: none. */
  next(day: number): number | null;
  /** How many in [from, to). */
  count(from: number, to: number): number;
}

const DAY_MS = 86_400_000;
/** Years are listed to be counted; those of a long absence, one after the other. */
const KEPT_YEARS = 4;

const EVERY_DAY: CronDates = {
  next: (day) => day,
  count: (from, to) => Math.max(0, to - from),
};

/** Lists of what is reckoned often are shared. @param words four: day of month, month, day of week, year */
export const cronDates = keepRecent<CronDates>(256, (words) =>
  /^[*? ]+$/.test(words) ? EVERY_DAY : datesOf(words),
);

/** Each of them holds a list of ten thousand years: few are kept. */
const calculator = keepRecent(
  16,
  (words) => new Cron(`0 0 0 ${words}`, { utcOffset: 0, paused: true }),
);

function datesOf(words: string): CronDates {
  // What cannot be read has to be known at once.
  calculator(words);
  let stretch = { from: 0, next: -1 };
  const next = (day: number): number | null => {
    if (day >= stretch.from && day <= stretch.next) return stretch.next;
    const found = calculator(words).nextRun(new Date(day * DAY_MS - 1000));
    if (found === null) return null;
    stretch = { from: day, next: found.getTime() / DAY_MS };
    return stretch.next;
  };
  const daysOfYear = keepRecent(KEPT_YEARS, (year) => listDays(next, Number(year)));
  const count = (from: number, to: number): number => {
    let counted = 0;
    for (let at = next(from); at !== null && at < to;) {
      const year = new Date(at * DAY_MS).getUTCFullYear();
      counted += daysOfYear(String(year)).filter((day) => day >= from && day < to).length;
      at = next(firstDay(year + 1));
    }
    return counted;
  };
  return { next, count };
}

function listDays(next: CronDates['next'], year: number): readonly number[] {
  const days: number[] = [];
  const end = firstDay(year + 1);
  for (let day = next(firstDay(year)); day !== null && day < end; day = next(day + 1)) {
    days.push(day);
  }
  return days;
}

function firstDay(year: number): number {
  return Date.UTC(year, 0, 1) / DAY_MS;
}
