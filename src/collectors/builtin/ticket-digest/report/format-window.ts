/** A window as people say it, in the workspace's zone. */
import type { Brief } from '../../../../context/brief.ts';
import {
  addDays,
  localDateOf,
  localMinuteOf,
  startOfLocalDay,
} from '../../../../words/local-time.ts';

const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/**
 * `on Friday 2026-11-20` for one whole day, `from Friday 2026-11-20 to Sunday 2026-11-22` for several, else with
 * times of day: `from Friday 2026-11-20 07:30 to Monday 2026-11-23 07:30`.
 */
export function formatWindow({ window, timezone }: Pick<Brief, 'window' | 'timezone'>): string {
  const to = new Date(window.to);
  if (window.from === null) return `up to ${minute(to, timezone)}`;
  const from = new Date(window.from);
  if (!isMidnight(from, timezone) || !isMidnight(to, timezone))
    return `from ${minute(from, timezone)} to ${minute(to, timezone)}`;
  const first = localDateOf(from, timezone);
  const last = addDays(localDateOf(to, timezone), -1);
  return first === last ? `on ${day(first)}` : `from ${day(first)} to ${day(last)}`;
}

function isMidnight(instant: Date, timezone: string): boolean {
  const date = localDateOf(instant, timezone);
  return startOfLocalDay(date, timezone).getTime() === instant.getTime();
}

function minute(instant: Date, timezone: string): string {
  return day(localMinuteOf(instant, timezone));
}

/** Of a date, or a date with a time of day behind it. */
function day(text: string): string {
  const weekday = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `${WEEKDAYS[weekday] ?? ''} ${text}`;
}
