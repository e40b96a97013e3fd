/** What a heading says of a release: version, date, whether it is one at all. Pure. */

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
      `(?<![\\w.])(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,3})(?!\\d|[-/.]\\d)${CLOCK}`,
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

export interface ReleaseHeading {
  /** Without a `v`; `null`: not released yet. */
  readonly version: string | null;
  /** Of `package@1.2.0`. */
  readonly package: string | null;
  readonly date: string | null;
  readonly badDate: string | null;
  readonly yanked: boolean;
  /**
   * `sure`: nothing but a version, a date and words that go with them. `named`: words stand before the version, as in
   * `Cargo 1.90 (2025-09-18)`, which may also be a heading about something else.
   */
  readonly certainty: 'sure' | 'named';
}

/** Longer headings are sentences. */
const MAX_TITLE = 500;

const VERSION_TEXT =
  'v?\\d+(?:\\.\\d+)+(?:-[0-9a-z]+(?:[.-][0-9a-z]+)*|[._]?(?:alpha|beta|dev|final|ga|milestone|post|preview|pre|rc|release|snapshot|sp|a|b|c|m|p)[.-]?\\d*(?:\\.(?:dev|post)\\d+)?)?(?:\\+[0-9a-z.-]+)?';
const VERSION = new RegExp(`(?<![\\w.@/-])${VERSION_TEXT}(?![\\w/]|\\.\\w)`, 'i');
const PACKAGE = new RegExp(`^(@?[\\w.-]+(?:/[\\w.-]+)?)@(${VERSION_TEXT})(?![\\w/])`, 'i');
const WHOLE_NUMBER = /^(?:v|version |release )(\d{1,5})(?![\w.])/i;
const DATED_NUMBER = /^(\d{1,5})(?![\w.])/;

const UNRELEASED =
  /\b(?:unreleased|not (?:yet )?released|in development|in progress|to be released|tbd|tba|upcoming|pending|coming soon|under development)\b|\b(?:\d{4}|y{4}|\?{4}|x{4})-(?:x{2}|m{2}|\?{2})-(?:x{2}|d{2}|\?{2})(?!\w)/i;
const NEXT =
  /^(?:unreleased(?: changes)?|next(?: release| version| up)?|v?next|upcoming(?: release| version| changes)?|dev(?:elop(?:ment)?)?(?: version)?|in development|in progress|head|master|main|trunk|tbd|tba|pending(?: changes)?|wip|work in progress|future(?: release)?|coming soon|not (?:yet )?released(?: yet)?|current(?: development)?)$/i;
const FILLER =
  /^(?:version|releases?|released|on|of|at|notes?|changes?|changelog|the|v|yanked|unreleased|not|yet|latest|stable|lts|final|in|development|progress|under|to|be|tbd|tba|upcoming|pending|coming|soon|date|draft|hotfix|bugfix|patch|minor|major|security|maintenance|alpha|beta|pre|prerelease|candidate|current|x{2,4}|y{4}|m{2}|d{2})$/i;

/** Words that make a heading with a version in it one about something else. */
const ABOUT =
  /\b(?:since|from|upgrad\w*|migrat\w*|support\w*|requir\w*|drop\w*|until|before|after|than|with|via|for|using|breaking|why|how)\b/i;

/** What the heading calls itself, before what it is of. */
const CALLED =
  /^(?:change ?logs?|release notes?|changes|news|what.?s new) (?:for|in|of) (?:the )?(?=\S)/i;
/** `rayon 1.11.0 / rayon-core 1.13.0`: packages that went out together. */
const TOGETHER = new RegExp(
  `^\\s*(?:[/,&+]|and )\\s*@?[\\w./-]{1,80}[ @]${VERSION_TEXT}(?![\\w/])`,
  'i',
);

/** `null`: the heading of a section, of the file, or of anything else. */
export function readReleaseHeading(title: string): ReleaseHeading | null {
  if (title.length > MAX_TITLE) return null;
  const plain = plainTitle(title).replace(CALLED, '');
  const yanked = /\byanked\b/i.test(plain);
  const packaged = PACKAGE.exec(plain);
  const named = packaged === null ? plain : plain.slice((packaged[1] ?? '').length + 1);
  const found = findDate(named);
  const undated =
    found === null
      ? named
      : `${named.slice(0, found.index)} ${named.slice(found.index + found.text.length)}`;
  const date = found?.date ?? null;
  const badDate = found?.bad === true ? found.text : null;
  if (packaged === null && isNext(undated)) {
    return { version: null, package: null, date, badDate, yanked, certainty: 'sure' };
  }
  const version = findVersion(undated.trim(), found !== null);
  if (version === null) return null;
  const certainty = packaged === null ? certaintyOf(undated.trim(), version) : 'sure';
  if (certainty === null) return null;
  return {
    version: UNRELEASED.test(named) ? null : version.version,
    package: packaged?.[1] ?? null,
    date,
    badDate,
    yanked,
    certainty,
  };
}

/** `Unreleased`, `NEXT (UNRELEASED)`. */
function isNext(title: string): boolean {
  const rest = title.replaceAll(new RegExp(UNRELEASED, 'gi'), ' ');
  return [title, rest].some((text) => NEXT.test(words(text).join(' ')));
}

/** A line under a heading that says only when it was released, or that it was not. */
export function readReleaseLine(line: string): {
  readonly unreleased: boolean;
  readonly date: string | null;
  readonly badDate: string | null;
} | null {
  const plain = line.replaceAll(/[*_>`]/g, ' ').trim();
  if (plain === '' || plain.length > 120) return null;
  if (
    UNRELEASED.test(plain) &&
    words(plain.replace(UNRELEASED, ' ')).every((word) => FILLER.test(word))
  ) {
    return { unreleased: true, date: null, badDate: null };
  }
  const found = findDate(plain);
  if (found === null) return null;
  const rest = words(
    `${plain.slice(0, found.index)} ${plain.slice(found.index + found.text.length)}`,
  );
  const says = rest.some((word) => /^(?:released?|published)$/i.test(word));
  if (!says && rest.some((word) => !FILLER.test(word))) return null;
  return { unreleased: false, date: found.date, badDate: found.bad ? found.text : null };
}

/** Without marks, links and tags, on one line. */
export function plainTitle(title: string): string {
  return title
    .slice(0, 2 * MAX_TITLE)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, ' ')
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replaceAll(/[*`\\]|(?<!\w)_+|_+(?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

interface FoundVersion {
  readonly version: string;
  readonly index: number;
  readonly end: number;
}

function findVersion(text: string, dated: boolean): FoundVersion | null {
  const match = VERSION.exec(text);
  if (match !== null) return foundVersion(match[0], match.index);
  const number = WHOLE_NUMBER.exec(text) ?? (dated ? DATED_NUMBER.exec(text) : null);
  if (number === null) return null;
  return { version: number[1] ?? '', index: 0, end: number[0].length };
}

function foundVersion(text: string, index: number): FoundVersion {
  return { version: text.replace(/^v/i, ''), index, end: index + text.length };
}

function certaintyOf(
  text: string,
  { index, end }: FoundVersion,
): ReleaseHeading['certainty'] | null {
  const before = words(text.slice(0, index)).filter((word) => !FILLER.test(word));
  const after = text.slice(end);
  const afterWords = words(after.replaceAll(/"[^"]*"|“[^”]*”|\([^()]*\)/g, ' ')).filter(
    (word) => !FILLER.test(word),
  );
  const titled = /^\s*(?:[-–—:|]|\()/.test(after) || TOGETHER.test(after);
  if (before.length === 0 && (afterWords.length === 0 || titled)) return 'sure';
  if (ABOUT.test(text) || before.length > 4) return null;
  return afterWords.length === 0 || titled ? 'named' : null;
}

function words(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}.'’]*/gu) ?? [];
}

// Dates as people write them over a release. Pure.

interface FoundDate {
  /** As it stands. */
  readonly text: string;
  readonly index: number;
  /** `2026-11-21`; `null` when no calendar has it, or when it does not say the day. */
  readonly date: string | null;
  /** No calendar has it. */
  readonly bad: boolean;
}

/** The first date of a line; `null` when it holds none. The line is short: the caller cuts it. */
function findDate(line: string): FoundDate | null {
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
    parsed.getUTCFullYear() === year &&
    !/^\d{4}[-/]\d{1,2}[-/]\d{3}/.test(match[0]);
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
