/** Dates as people write them over a release. Pure. */

export interface FoundDate {
  /** As it stands. */
  readonly text: string;
  readonly index: number;
  /** `2026-11-21`; `null` when no calendar has it, or when it does not say the day. */
  readonly date: string | null;
  /** No calendar has it. */
  readonly bad: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const CLOCK = '(?:[t ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?: ?z|[+-]\\d{2}:?\\d{2})?)?';

/** In this order: an earlier form takes what a later one would read otherwise. */
const FORMS: readonly {
  readonly expression: RegExp;
  readonly order: readonly ('year' | 'month' | 'day')[];
}[] = [
  {
    expression: new RegExp(
      `(?<![\\w.])(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?!\\d|[-/.]\\d)${CLOCK}`,
      'i',
    ),
    order: ['year', 'month', 'day'],
  },
  {
    expression: new RegExp(`(?<!\\w)${WEEKDAY}${MONTH} ${DAY},? (\\d{4})(?!\\w)`, 'i'),
    order: ['month', 'day', 'year'],
  },
  {
    expression: new RegExp(
      `(?<![\\w.])${WEEKDAY}${DAY}(?: of)?[ -]${MONTH},?[ -](\\d{4})(?!\\w)`,
      'i',
    ),
    order: ['day', 'month', 'year'],
  },
];
const NUMERIC = /(?<![\w.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?![\w.])/;
const MONTH_ONLY = new RegExp(`(?<!\\w)${MONTH},? (\\d{4})(?!\\w)`, 'i');

/** The first date of a line; `null` when it holds none. The line is short: the caller cuts it. */
export function findDate(line: string): FoundDate | null {
  for (const { expression, order } of FORMS) {
    const match = expression.exec(line);
    if (match === null) continue;
    const values = match.slice(1).filter((value) => value !== undefined && !/^[-/]$/.test(value));
    const value = (part: 'year' | 'month' | 'day'): string => values[order.indexOf(part)] ?? '';
    return found(match, [Number(value('year')), monthOf(value('month')), Number(value('day'))]);
  }
  const numeric = NUMERIC.exec(line);
  if (numeric !== null) return fromNumbers(numeric);
  const month = MONTH_ONLY.exec(line);
  return month === null ? null : { text: month[0], index: month.index, date: null, bad: false };
}

/** `13/02/2026` and `02/13/2026` can be read one way only; `02/03/2026` says no day that is sure. */
function fromNumbers(match: RegExpExecArray): FoundDate {
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (first > 12) return found(match, [year, second, first]);
  if (second > 12 || first === second) return found(match, [year, first, second]);
  return { text: match[0], index: match.index, date: null, bad: false };
}

function found(
  match: RegExpExecArray,
  [year, month, day]: readonly [number, number, number],
): FoundDate {
  const parsed = new Date(Date.UTC(year, month - 1, day));
  const real =
    month >= 1 &&
    day >= 1 &&
    parsed.getUTCMonth() === month - 1 &&
    parsed.getUTCDate() === day &&
    parsed.getUTCFullYear() === year;
  return {
    text: match[0],
    index: match.index,
    date: real ? parsed.toISOString().slice(0, 10) : null,
    bad: !real,
  };
}

function monthOf(text: string): number {
  const number = Number(text);
  return Number.isNaN(number) ? MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1 : number;
}
