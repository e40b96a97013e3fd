/**
 * Local dates in an IANA zone. Pure; the only file that knows how a zone's days lie on the time line.
 *
 * A day's start is found by searching for the first instant that reads as that date, not by adding hours to
 * an offset: so it is right on days of 23, 24 and 25 hours, where midnight itself does not exist, and where
 * a zone left out a whole day.
 */

/** `2026-11-21`. */
export type LocalDate = string;

const HOUR_MS = 3_600_000;
/** More than any zone has ever been away from UTC (Samoa 2011: 14 h on one side, 10 h on the other). */
const FURTHEST = 26 * HOUR_MS;

/** The date a calendar on the wall shows at that instant. */
export function localDateOf(instant: Date, timezone: string): LocalDate {
  if (isPlainUtc(instant, timezone)) return instant.toISOString().slice(0, 10);
  return dateReader(timezone)(instant.getTime());
}

/** Date and time of day at that instant, `2026-11-21 07:05`, for people. */
export function localMinuteOf(instant: Date, timezone: string): string {
  if (isPlainUtc(instant, timezone)) return instant.toISOString().slice(0, 16).replace('T', ' ');
  const parts = partsOf(formatter(timezone, true), instant.getTime());
  return `${dateFrom(parts)} ${parts.get('hour') ?? '00'}:${parts.get('minute') ?? '00'}`;
}

/** The first instant of that date in the zone; of the next one, where the zone left the date out. */
export function startOfLocalDay(date: LocalDate, timezone: string): Date {
  const read = dateReader(timezone);
  const asIfUtc = Date.parse(`${date}T00:00:00Z`);
  let before = asIfUtc - FURTHEST;
  let reached = asIfUtc + FURTHEST;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (read(middle) >= date) reached = middle;
    else before = middle;
  }
  return new Date(reached);
}

/**
 * Reads a date and time of day on the zone's wall clock, given as if it were UTC, in milliseconds: the instant.
 * A time that comes twice is the first; one that the clocks leap over counts on from before the leap.
 */
export function localInstantReader(timezone: string): (asIfUtc: number) => Date {
  const format = formatter(timezone, true);
  const offsets = new Map<number, number>();
  const offsetAt = (instant: number) => {
    const minute = Math.floor(instant / 60_000) * 60_000;
    const known = offsets.get(minute);
    if (known !== undefined) return known;
    const parts = partsOf(format, minute);
    const time = `${parts.get('hour') ?? '00'}:${parts.get('minute') ?? '00'}`;
    const offset = Date.parse(`${dateFrom(parts)}T${time}:00Z`) - minute;
    if (offsets.size < 10_000) offsets.set(minute, offset);
    return offset;
  };
  return (asIfUtc) => {
    const [before, after] = [offsetAt(asIfUtc - FURTHEST), offsetAt(asIfUtc + FURTHEST)];
    const early = asIfUtc - Math.max(before, after);
    const late = asIfUtc - Math.min(before, after);
    const found = [early, late].find((instant) => instant + offsetAt(instant) === asIfUtc);
    return new Date(found ?? asIfUtc - before);
  };
}

/** Days on the calendar, over month and year ends. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The Monday on or before the date. */
export function mondayOf(date: LocalDate): LocalDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** Answered without the data of zones, whose first use costs a process some 20 ms. */
function isPlainUtc(instant: Date, timezone: string): boolean {
  const year = instant.getUTCFullYear();
  return timezone === 'UTC' && year >= 0 && year <= 9_999;
}

function dateReader(timezone: string): (instant: number) => LocalDate {
  const format = formatter(timezone, false);
  return (instant) => dateFrom(partsOf(format, instant));
}

function formatter(timezone: string, withTime: boolean): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(withTime ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : {}),
  });
}

function partsOf(format: Intl.DateTimeFormat, instant: number): ReadonlyMap<string, string> {
  return new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
}

function dateFrom(parts: ReadonlyMap<string, string>): LocalDate {
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return `${year}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}

// Instants as people say them. Exact ones are in `--json`. Pure.

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
  const of = relativeParts(instant, timezone);
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')} ${of('timeZoneName')}`;
}

/** Local time of day, `02:00`. */
export function localClock(instant: string, timezone: string): string {
  const of = relativeParts(instant, timezone);
  return `${of('hour')}:${of('minute')}`;
}

function relativeParts(instant: string, timezone: string): (type: string) => string {
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
