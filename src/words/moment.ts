/** A moment as people type it: `2026-12-01`, `monday`, `tomorrow 07:00` (in the zone), an instant, or a duration from now. Pure. */
import { parseDuration } from './duration.ts';
import { AppError } from './errors.ts';
import { addDays, localDateOf, localInstantReader, startOfLocalDay } from './local-time.ts';
import { oneLine } from './text.ts';

interface MomentRequest {
  /** The option's name, for the message. */
  readonly name: string;
  readonly text: string;
  readonly now: Date;
  readonly timezone: string;
  /** What a duration counts from now on, and in which direction a weekday lies. */
  readonly way: 'back' | 'ahead';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const AMOUNT = /^(an?|\d{1,5}) ?(minutes?|min|hours?|days?|weeks?|w)$/;
const MINUTES = { m: 1, h: 60, d: 1_440, w: 10_080 } as const;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = /^(?:next |on )?(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?$/;

/** ISO 8601. Throws `usage` for what is not a moment. */
export function readMoment(request: MomentRequest): string {
  const found = momentOf(request);
  if (found !== null) return found.toISOString();
  throw new AppError('usage', {
    code: 'bad-moment',
    message: `--${request.name} ${oneLine(request.text, 80)} is not a day, an instant or a duration`,
    hint:
      request.way === 'ahead'
        ? 'Write it as in 2026-12-01, monday, "tomorrow 07:00", 2026-12-01T09:00:00Z, 14d or 1w.'
        : 'Write it as in 2026-12-01, monday, yesterday, month, "yesterday 07:00", 2026-12-01T09:00:00Z, 12h or 30d.',
  });
}

function momentOf({ text: typed, now, timezone, way }: MomentRequest): Date | null {
  const text = typed.trim();
  const ms = parseDuration(text) ?? amountOf(text.toLowerCase());
  if (ms !== null && ms > 0) return valid(now.getTime() + (way === 'ahead' ? ms : -ms));
  if (INSTANT.test(text)) return valid(Date.parse(text));
  const [, words = text, time = null] = /^(.+?) (?:at )?(\d{1,2}:\d{2})$/.exec(text) ?? [];
  const today = localDateOf(now, timezone);
  const day = dayOf(words.toLowerCase(), today, way);
  if (day === null) return null;
  return time === null ? startOfLocalDay(day, timezone) : atTime(day, time, timezone);
}

/** `2 weeks`, `an hour`, `1w`: in milliseconds. */
function amountOf(text: string): number | null {
  const [, amount, unit = ''] = AMOUNT.exec(text) ?? [];
  if (amount === undefined) return null;
  const each = unit.startsWith('w')
    ? MINUTES.w
    : unit.startsWith('d')
      ? MINUTES.d
      : unit.startsWith('h')
        ? MINUTES.h
        : MINUTES.m;
  return (amount.startsWith('a') ? 1 : Number(amount)) * each * 60_000;
}

/** `2026-12-01`. A weekday is the nearest one that is not today; back, `week` and `month` are the ones that are on. */
function dayOf(text: string, today: string, way: MomentRequest['way']): string | null {
  if (DAY.test(text)) return isReal(new Date(`${text}T00:00:00Z`), text) ? text : null;
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  if (text === 'yesterday') return addDays(today, -1);
  if (way === 'back') {
    if (/^(?:this )?month$/.test(text)) return `${today.slice(0, 8)}01`;
    if (/^(?:this )?week$/.test(text)) return addDays(today, -((weekdayOf(today) + 6) % 7));
  }
  const named = WEEKDAYS.indexOf(WEEKDAY.exec(text)?.[1]?.slice(0, 3) ?? '');
  if (named < 0) return null;
  const ahead = (named - weekdayOf(today) + 7) % 7 || 7;
  return addDays(today, way === 'ahead' ? ahead : ahead === 7 ? -7 : ahead - 7);
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function atTime(day: string, time: string, timezone: string): Date | null {
  const asIfUtc = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`);
  return Number.isNaN(asIfUtc) ? null : localInstantReader(timezone)(asIfUtc);
}

function valid(ms: number): Date | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The thirtieth of February is no day. */
function isReal(date: Date, text: string): boolean {
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
