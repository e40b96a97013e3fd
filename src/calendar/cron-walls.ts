/** The wall times that a cron line names, on a calendar whose clocks never change. Pure. */
import { cronDates } from './cron-dates.ts';
import type { CronWords } from './cron-line.ts';
import { cronTimes } from './cron-times.ts';
import type { WallMs } from './wall-time.ts';

export interface CronWalls {
  /** The first after `wall`; `null`: none. */
  next(wall: WallMs): WallMs | null;
  /** How many in [from, to); both whole seconds. */
  count(from: WallMs, to: WallMs): number;
}

const DAY_MS = 86_400_000;

/** Throws what croner throws for a line that it cannot read. */
export function cronWalls({ time, date }: CronWords): CronWalls {
  const times = cronTimes(time);
  const dates = cronDates(date);
  const before = (wall: WallMs, day: number): number =>
    dates.next(day) === day ? times.before((wall - day * DAY_MS) / 1000) : 0;
  return {
    next: (wall) => {
      const day = Math.floor(wall / DAY_MS);
      if (dates.next(day) === day) {
        const today = times.next(Math.floor((wall - day * DAY_MS) / 1000));
        if (today !== null) return day * DAY_MS + today * 1000;
      }
      const later = dates.next(day + 1);
      return later === null ? null : later * DAY_MS + (times.next(-1) ?? 0) * 1000;
    },
    count: (from, to) => {
      if (to <= from) return 0;
      const [first, last] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)];
      return dates.count(first, last) * times.perDay - before(from, first) + before(to, last);
    },
  };
}
