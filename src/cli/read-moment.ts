/** A moment as people type it: `2026-12-01`, `monday`, `tomorrow 07:00` (in the zone here), an instant, or a duration from now. */
import { hostTimezone } from '../platform/environment.ts';
import { parseDuration } from '../words/duration.ts';
import { AppError } from '../words/errors.ts';
import { addDays, localDateOf, localInstantReader, startOfLocalDay } from '../words/local-time.ts';
import { oneLine } from '../words/text.ts';
import type { CommandCall } from './command.ts';
import { usageFailure } from './usage-failure.ts';

export interface MomentRequest {
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

/** What `--since` says, as ISO 8601; `null` when it was not given. Throws `usage` for what is not a moment. */
export function readSince({
  options,
  clock,
}: Pick<CommandCall, 'options' | 'clock'>): string | null {
  const text = options.text('since');
  if (text === null) return null;
  const now = clock.now();
  return readMoment({ name: 'since', text, now, timezone: hostTimezone(), way: 'back' });
}

// Until when something is put aside: `until monday`, `for 2 weeks`, `2w`, as options or as the last words of the line.
export interface ReadEnd {
  /** What is left of the line. */
  readonly words: readonly string[];
  /** ISO 8601; `null`: none was given. */
  readonly until: string | null;
}

interface EndRule {
  readonly example: string;
  /** It may stand without a name before it. */
  readonly alone?: boolean;
}

/** Throws `usage` for two ends, what is no moment, and one that has passed. @param example a line that is right */
export function readEnd(call: CommandCall, { example, alone = false }: EndRule): ReadEnd {
  const { words, end } = splitEnd(call, alone);
  if (end === null) return { words, until: null };
  const { name, text } = end;
  const now = call.clock.now();
  const until = readMoment({ name, text, now, timezone: hostTimezone(), way: 'ahead' });
  if (Date.parse(until) > now.getTime()) return { words, until };
  throw usageFailure(
    `--${name} ${oneLine(text, 80)} has passed`,
    `Give a moment ahead: ${example}`,
  );
}

const SHORT_AMOUNT = /^\d+[smhdw]$/;
const NAMED_DAY = /^(?:tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d{2}-\d{2})$/i;

interface End {
  readonly name: 'for' | 'until';
  readonly text: string;
}

function splitEnd(
  { words, options }: CommandCall,
  alone: boolean,
): {
  readonly words: readonly string[];
  readonly end: End | null;
} {
  const [until, lasting] = [options.text('until'), options.text('for')];
  if (until !== null && lasting !== null)
    throw usageFailure('--for and --until exclude each other', 'Give one of them.');
  if (until !== null) return { words, end: { name: 'until', text: until } };
  if (lasting !== null) return { words, end: { name: 'for', text: lasting } };
  const first = options.flag('all') || (alone && isEnd(words[0] ?? '')) ? 0 : 1;
  const at = words.findIndex((word, index) => index >= first && /^(for|until)$/i.test(word));
  if (at >= 0 && at < words.length - 1) {
    const name = words[at]?.toLowerCase() === 'for' ? 'for' : 'until';
    return { words: words.slice(0, at), end: { name, text: words.slice(at + 1).join(' ') } };
  }
  const last = words.at(-1) ?? '';
  const name =
    words.length <= first
      ? null
      : SHORT_AMOUNT.test(last)
        ? 'for'
        : NAMED_DAY.test(last)
          ? 'until'
          : null;
  return name === null
    ? { words, end: null }
    : { words: words.slice(0, -1), end: { name, text: last } };
}

/** No routine is called so; the end of a run’s id may be. */
function isEnd(word: string): boolean {
  return /^(?:for|until)$/i.test(word) || SHORT_AMOUNT.test(word) || NAMED_DAY.test(word);
}
