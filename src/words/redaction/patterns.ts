/**
 * Secrets known by their look. Each has a mark that is searched for, and a run of letters after it; of a run only one mark is
 * tried, so that the time grows with the text alone, whatever is in it.
 */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** `null` for a pattern. */
  readonly name: string | null;
}

interface Pattern {
  /** As a reviewer is told of it: `a GitHub token`. */
  readonly what: string;
  readonly mark: string;
  /** True when the mark stays and what follows it goes. */
  readonly keepsMark: boolean;
  /** Sticky; what may follow the mark. */
  readonly run: RegExp;
  readonly min: number;
  /** When given, the run is exactly that long, and no longer one is meant. */
  readonly exact?: number;
  /** A last look at mark and run, and at the two letters before them; in time that is linear in the run. */
  readonly holds?: (text: string, before: string) => boolean;
  /** Nothing else looks like it: worth a word to a reviewer. */
  readonly sure: boolean;
}

const WORD = /[A-Za-z0-9]*/y;
const WORDS = /[A-Za-z0-9_]*/y;
const DASHED = /[A-Za-z0-9_-]*/y;
const TOKEN = /[A-Za-z0-9_.~+/=-]*/y;

const plain = { keepsMark: false, sure: true } as const;
const after = { keepsMark: true, sure: false } as const;

const PATTERNS: readonly Pattern[] = [
  ...['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_'].map((mark) => ({
    ...plain,
    what: 'a GitHub token',
    mark,
    run: WORD,
    min: 30,
  })),
  { ...plain, what: 'a GitHub token', mark: 'github_pat_', run: WORDS, min: 22 },
  { ...plain, what: 'a GitLab token', mark: 'glpat-', run: DASHED, min: 20 },
  { ...plain, what: 'an npm token', mark: 'npm_', run: WORD, min: 36, exact: 36 },
  { ...plain, what: 'an API key', mark: 'sk-', run: DASHED, min: 20, holds: isApiKey },
  { ...plain, what: 'a Stripe key', mark: 'sk_live_', run: WORD, min: 16 },
  { ...plain, what: 'a Stripe key', mark: 'rk_live_', run: WORD, min: 16 },
  { ...plain, what: 'an AWS key', mark: 'AKIA', run: WORD, min: 16, exact: 16, holds: isUpperCase },
  { ...plain, what: 'an AWS key', mark: 'ASIA', run: WORD, min: 16, exact: 16, holds: isUpperCase },
  { ...plain, what: 'a Google key', mark: 'AIza', run: DASHED, min: 35, exact: 35 },
  ...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'].map((mark) => ({
    ...plain,
    what: 'a Slack token',
    mark,
    run: DASHED,
    min: 10,
  })),
  { ...plain, sure: false, what: 'a token', mark: 'eyJ', run: /[\w.-]*/y, min: 20, holds: isJwt },
  {
    ...after,
    what: 'a Slack address',
    mark: 'hooks.slack.com/services/',
    run: /[A-Za-z0-9/]*/y,
    min: 20,
  },
  ...['Bearer ', 'bearer ', 'uthorization: Basic ', 'uthorization: basic '].map((mark) => ({
    ...after,
    what: 'a credential',
    mark,
    run: TOKEN,
    min: 12,
    holds: isCredential,
  })),
  ...['secret_access_key', 'SECRET_ACCESS_KEY', 'SecretAccessKey'].map((mark) => ({
    ...after,
    what: 'an AWS secret',
    mark,
    // Quotes, a colon or an equals sign, and forty letters.
    run: /[\\"']{0,4}\s{0,4}[:=]\s{0,4}[\\"']{0,4}[A-Za-z0-9/+]*/y,
    min: 41,
    sure: true,
  })),
];

/** Not in the middle of a word such as `task-2`; a line end may be written as in JSON. */
function isApiKey(text: string, before: string): boolean {
  return (
    /(^|[^A-Za-z0-9]|\\[nrt])$/.test(before) &&
    /\d/.test(text) &&
    (/[A-Z]/.test(text) || text.length >= 40)
  );
}

function isUpperCase(text: string): boolean {
  return /^[A-Z0-9]*$/.test(text);
}

function isJwt(text: string): boolean {
  const [head = '', body = '', ...rest] = text.split('.', 4);
  return head.length >= 10 && body.length >= 8 && rest.length > 0;
}

function isCredential(text: string): boolean {
  return /\d/.test(text) || /[a-z][A-Z]|[A-Z]{2}/.test(text.slice(text.lastIndexOf(' ')));
}

export interface PatternRange extends Range {
  readonly what: string;
  readonly sure: boolean;
}

/** In no order, and they may overlap. Linear in the length of the text. */
export function findPatterns(text: string): readonly PatternRange[] {
  return [
    ...PATTERNS.flatMap((pattern) => findPattern(text, pattern)),
    ...findPrivateKeys(text),
    ...findPasswordsInUrls(text),
  ];
}

function findPattern(text: string, pattern: Pattern): readonly PatternRange[] {
  const { mark, run, min, exact, keepsMark, what, sure } = pattern;
  const found: PatternRange[] = [];
  let from = 0;
  for (;;) {
    const at = text.indexOf(mark, from);
    if (at === -1) return found;
    const body = at + mark.length;
    const end = runEnd(text, run, body);
    const long = end - body >= min && (exact === undefined || end - body === exact);
    if (
      long &&
      pattern.holds?.(text.slice(at, end), text.slice(Math.max(0, at - 2), at)) !== false
    ) {
      found.push({ start: keepsMark ? body : at, end, name: null, what, sure });
      from = end;
    } else {
      // One try a run, but that another mark may stand in the middle of a short one.
      from = long ? end : body;
      if (!long && end - body > LONGEST) from = end;
    }
  }
}

/** A run that was too long for its pattern is not gone over again from each mark in it. */
const LONGEST = 500;

function runEnd(text: string, run: RegExp, from: number): number {
  run.lastIndex = from;
  return from + (run.exec(text)?.[0].length ?? 0);
}

const KEY_BEGIN = '-----BEGIN ';
const KEY_END = '-----END ';
const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const KEY_FOOTER = /-----END [A-Z0-9 ]{0,60}-----/y;
/** Its lines, also indented, quoted, or with line ends written as in JSON. */
const KEY_BODY = /[A-Za-z0-9+/=\s\\:,."'>|-]*/y;
const KEY_LINES = /(?:\\n|\\r|[A-Za-z0-9+/=\r\n])*/y;
const MIN_KEY = 32;

/** One that has no end reaches as far as its lines do; of a header or a footer at the end the rest may follow. */
function findPrivateKeys(text: string): readonly PatternRange[] {
  const found: PatternRange[] = [];
  let from = 0;
  let footer = text.indexOf(KEY_END);
  for (;;) {
    const start = text.indexOf(KEY_BEGIN, from);
    if (start === -1) return found;
    const header = runEnd(text, KEY_HEADER, start);
    from = start + KEY_BEGIN.length;
    if (header === start) continue;
    while (footer !== -1 && footer < header) footer = text.indexOf(KEY_END, footer + 1);
    const body = runEnd(text, KEY_BODY, header);
    let end = runEnd(text, KEY_LINES, header);
    if (footer !== -1 && footer < body) end = runEnd(text, KEY_FOOTER, footer);
    if (text.length - end < 80 && /^[-A-Z0-9 ]*$/.test(text.slice(end))) end = text.length;
    from = Math.max(header, end);
    if (end - header >= MIN_KEY || end === text.length)
      found.push({ start, end, name: null, what: 'a private key', sure: true });
    else if (footer === -1) from = Math.max(from, body);
  }
}

/** The user's name stays, but for a long one: some services take a token for it. */
const USER_INFO = /([A-Za-z0-9._~%!$&*+,;=-]{0,100})(?::([^\s@/'"<>`\\]{1,300}))?@/y;

function findPasswordsInUrls(text: string): readonly PatternRange[] {
  const found: PatternRange[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    USER_INFO.lastIndex = at + 3;
    const [all = '', user = '', password] = USER_INFO.exec(text) ?? [];
    if (all === '') continue;
    const end = at + 3 + all.length - 1;
    const what = 'a password in an address';
    if (password !== undefined && !/^(\$|%|\*+$|<|\{|\[)/.test(password))
      found.push({ start: at + 4 + user.length, end, name: null, what, sure: false });
    else if (password === undefined && user.length >= 20 && /\d/.test(user))
      found.push({ start: at + 3, end, name: null, what, sure: false });
  }
  return found;
}

/** Those that meet become one, which has the name of the first that has one. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else
      merged[merged.length - 1] = {
        start: last.start,
        end: Math.max(last.end, range.end),
        name: last.name ?? range.name,
      };
  }
  return merged;
}

/** @param ranges merged */
export function replaceRanges(text: string, ranges: readonly Range[]): string {
  return replaceIn(text, ranges, { from: 0, to: text.length });
}

/** The part of the text between two places; what reaches over one of them is replaced whole. */
export function replaceIn(
  text: string,
  ranges: readonly Range[],
  part: { readonly from: number; readonly to: number },
): string {
  const parts: string[] = [];
  let { from } = part;
  for (const { start, end, name } of ranges) {
    if (end <= part.from || start >= part.to) continue;
    parts.push(
      text.slice(Math.min(from, start), start),
      name === null ? '[redacted]' : `[redacted: ${name}]`,
    );
    from = end;
  }
  return [...parts, text.slice(from, part.to)].join('');
}
