/** Times of day on the wall of the workspace's zone: hours in which nothing is sent, and the next time that a clock shows. Pure. */
import { addDays, localDateOf, localInstantReader, localMinuteOf } from '../../words/local-time.ts';
import type { NotifyRule } from '../../words/notify.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;
/** Zones leap by multiples of this. */
const LEAP = 15 * MINUTE;

export type QuietHours = NotifyRule['quietHours'];

/** Half-open: `to` itself is not quiet. Over midnight where `to` is not after `from`. */
export function isQuiet(instant: Date, hours: QuietHours, timezone: string): boolean {
  if (hours === null) return false;
  const now = minuteOfDay(localMinuteOf(instant, timezone).slice(11));
  const [from, to] = [minuteOfDay(hours.from), minuteOfDay(hours.to)];
  return from < to ? now >= from && now < to : now >= from || now < to;
}

/** The first instant, of the given one on, that is not in them. */
export function afterQuiet(instant: Date, hours: QuietHours, timezone: string): Date {
  if (hours === null || !isQuiet(instant, hours, timezone)) return instant;
  const to = minuteOfDay(hours.to);
  let end = Math.floor(instant.getTime() / MINUTE) * MINUTE;
  // Where the clocks are set back on the way, the same minutes come once more.
  for (let round = 0; round < 4 && isQuiet(new Date(end), hours, timezone); round += 1) {
    const local = minuteOfDay(localMinuteOf(new Date(end), timezone).slice(11));
    end += (((to - local - 1 + DAY_MINUTES) % DAY_MINUTES) + 1) * MINUTE;
  }
  // Where they leapt forward over the end, it was reached before.
  while (end - LEAP > instant.getTime() && !isQuiet(new Date(end - LEAP), hours, timezone))
    end -= LEAP;
  return new Date(end);
}

/** The first instant after the given one at which the clocks show that time of day. */
export function nextLocalTime(after: Date, time: string, timezone: string): Date {
  const read = localInstantReader(timezone);
  const today = localDateOf(after, timezone);
  for (let days = 0; days < 4; days += 1) {
    const at = read(Date.parse(`${addDays(today, days)}T${time}:00Z`));
    if (at.getTime() > after.getTime()) return at;
  }
  return new Date(after.getTime() + DAY_MINUTES * MINUTE);
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
