/**
 * When a ticket came in, from whatever an export writes. What could be two dates is a problem, never a guess.
 * A time without a zone is on the workspace's clock; a date alone is the start of that day there.
 */

export type DateRead =
  | { readonly kind: 'date'; readonly at: Date }
  | { readonly kind: 'unread'; readonly problem: string };

/** The instant of a date and time on a wall clock, given as if it were UTC, in milliseconds. */
export type WallClock = (asIfUtc: number) => Date;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const EARLIEST = Date.parse('1970-01-02T00:00:00Z');
const LATEST = Date.parse('2200-01-01T00:00:00Z');
/** Digits that are read as seconds or milliseconds since 1970: from 2001 on. */
const EPOCH = /^(\d{9,10})(?:\.\d{1,9})?$|^(\d{12,13})(?:\.\d{1,9})?$/;

const TIME = String.raw`(?:(?:[T,]?\s*|\s+(?:at\s+)?)(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?)?`;
const ZONE = String.raw`\s*(z|utc|gmt|ut|[ecmp][sd]t|(?:utc|gmt)?[+-]\d{2}:?\d{2}|[+-]\d{2})?(?:\s*\([^()]{1,60}\))?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}${ZONE}$`, 'i');
const COMPACT = new RegExp(
  String.raw`^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?${ZONE}$`,
  'i',
);
const NAMED_DAY_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[-/. ]\s*([a-z]{3,9})\.?[-/, ]\s*(\d{4}|\d{2})${TIME}${ZONE}$`,
  'i',
);
const NAMED_MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}${ZONE}$`,
  'i',
);
/** `Fri Nov 20 09:15:00 2026`, as mbox and C write it. */
const C_TIME = new RegExp(
  String.raw`^[a-z]{3}\s+([a-z]{3})\s+(\d{1,2})${TIME}${ZONE}\s+(\d{4})(?:\s+([+-]\d{4}))?$`,
  'i',
);
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})${TIME}${ZONE}$`, 'i');
const SLASHED = new RegExp(
  String.raw`^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})${TIME}${ZONE}$`,
  'i',
);

interface Calendar {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Hour, minute, second, fraction, am or pm, zone; as they stand. */
  readonly rest: readonly (string | undefined)[];
}

export function readDate(value: unknown, clock: WallClock): DateRead {
  if (typeof value === 'number') return readEpoch(String(value));
  if (typeof value !== 'string') return unread('the date is neither text nor a number');
  const text = value.trim().replace(/\s+/g, ' ');
  if (text.length > 100) return unread('the date is longer than any date');
  if (EPOCH.test(text)) return readEpoch(text);
  const slashed = SLASHED.exec(text);
  if (slashed !== null && isAmbiguous(slashed)) {
    return unread(`the date ${text} could be two: write it as 2026-11-20`);
  }
  const calendar = slashed === null ? calendarOf(text) : slashedCalendar(slashed);
  return calendar === null
    ? unread(`${quoted(text)} is not a date that can be read`)
    : instantOf(calendar, { text, clock });
}

function readEpoch(text: string): DateRead {
  const match = EPOCH.exec(text);
  if (match === null) return unread(`${quoted(text)} is not a date that can be read`);
  return ranged(new Date(match[1] === undefined ? Number(text) : Number(text) * 1000), text);
}

function calendarOf(text: string): Calendar | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const [, year, , month, day, ...rest] = yearFirst;
    return { year: Number(year), month: Number(month), day: Number(day), rest };
  }
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    const [, year, month, day, hour, minute, second, zone] = compact;
    const rest = [hour, minute, second, undefined, undefined, zone];
    return { year: Number(year), month: Number(month), day: Number(day), rest };
  }
  const dotted = DOTTED.exec(text);
  if (dotted !== null) {
    const [, day, month, year, ...rest] = dotted;
    return { year: Number(year), month: Number(month), day: Number(day), rest };
  }
  return namedCalendar(text);
}

function namedCalendar(text: string): Calendar | null {
  const dayFirst = NAMED_DAY_FIRST.exec(text);
  if (dayFirst !== null) {
    const [, day, month = '', year = '', ...rest] = dayFirst;
    return { year: fullYear(year), month: monthOf(month), day: Number(day), rest };
  }
  const monthFirst = NAMED_MONTH_FIRST.exec(text);
  if (monthFirst !== null) {
    const [, month = '', day, year = '', ...rest] = monthFirst;
    return { year: fullYear(year), month: monthOf(month), day: Number(day), rest };
  }
  const cTime = C_TIME.exec(text);
  if (cTime === null) return null;
  const [, month = '', day, ...others] = cTime;
  const [hour, minute, second, fraction, half, zone, year = '', offset] = others;
  const rest = [hour, minute, second, fraction, half, zone ?? offset];
  return { year: fullYear(year), month: monthOf(month), day: Number(day), rest };
}

function isAmbiguous([, first, , second]: RegExpExecArray): boolean {
  return Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

function slashedCalendar([, first, , second, year = '', ...rest]: RegExpExecArray): Calendar {
  const dayFirst = Number(first) > 12;
  const month = Number(dayFirst ? second : first);
  return { year: fullYear(year), month, day: Number(dayFirst ? first : second), rest };
}

function fullYear(year: string): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year);
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function instantOf(
  { year, month, day, rest }: Calendar,
  { text, clock }: { readonly text: string; readonly clock: WallClock },
): DateRead {
  const [hour = '0', minute = '0', second = '0', fraction = '0', half, zone] = rest;
  const asIfUtc = Date.UTC(year, month - 1, day);
  const back = new Date(asIfUtc);
  const hours = hourOf(Number(hour), half);
  const exists =
    back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  if (!exists || hours > 24 || Number(minute) > 59 || Number(second) > 60) {
    return unread(`there is no date ${quoted(text)}`);
  }
  const time = hours * 3600 + Number(minute) * 60 + Number(second) + Number(`0.${fraction}`);
  const wall = asIfUtc + Math.round(time * 1000);
  if (zone === undefined) return ranged(clock(wall), text);
  return ranged(new Date(wall - offsetOf(zone)), text);
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

const ZONE_HOURS: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

/** Milliseconds east of UTC. */
function offsetOf(zone: string): number {
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return (ZONE_HOURS[zone.toLowerCase()] ?? 0) * 3_600_000;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? '0');
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

function ranged(at: Date, text: string): DateRead {
  const time = at.getTime();
  if (time >= EARLIEST && time < LATEST) return { kind: 'date', at };
  return unread(`the date ${quoted(text)} is out of range`);
}

function unread(problem: string): DateRead {
  return { kind: 'unread', problem };
}

function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}
