import { PATTERNS, type Pattern, type Range } from './patterns.ts';

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
