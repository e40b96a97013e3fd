/** Instants as people say them. Exact ones are in `--json`. Pure. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `5 min ago`, `in 30 s`, `in 3 h`, `2 d ago`; beyond 30 days the date, `2026-08-01`. */
export function relativeTime(instant: string, now: Date): string {
  const then = Date.parse(instant);
  if (Number.isNaN(then)) return '?';
  const distance = Math.abs(then - now.getTime());
  if (distance > 30 * DAY) return instant.slice(0, 10);
  const isAhead = then > now.getTime();
  if (distance < 45_000)
    return isAhead && distance >= 1_000 ? `in ${Math.round(distance / 1_000)} s` : 'just now';
  const amount = amountOf(distance);
  return isAhead ? `in ${amount}` : `${amount} ago`;
}

function amountOf(distance: number): string {
  if (distance < HOUR) return `${Math.max(1, Math.round(distance / MINUTE))} min`;
  if (distance < 2 * DAY) return `${Math.round(distance / HOUR)} h`;
  return `${Math.round(distance / DAY)} d`;
}

/** Local wall time with zone, `Mon 2026-11-23 02:00 CET`, for schedules and details. */
export function localTime(instant: string, timezone: string): string {
  const of = partsOf(instant, timezone);
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')} ${of('timeZoneName')}`;
}

/** Local time of day, `02:00`. */
export function localClock(instant: string, timezone: string): string {
  const of = partsOf(instant, timezone);
  return `${of('hour')}:${of('minute')}`;
}

function partsOf(instant: string, timezone: string): (type: string) => string {
  const parts = formatOf(timezone).formatToParts(new Date(instant));
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}

/** Making one costs as much as a hundred uses; a page has a thousand instants, in one zone. */
let newest: { readonly timezone: string; readonly format: Intl.DateTimeFormat } | null = null;

function formatOf(timezone: string): Intl.DateTimeFormat {
  if (newest?.timezone === timezone) return newest.format;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  newest = { timezone, format };
  return format;
}
