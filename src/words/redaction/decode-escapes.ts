/**
 * A text with what is escaped in it written out, and the way back to where it stood. Any letter of a value may be escaped or
 * not, in capitals or not: such forms cannot be listed, only undone.
 */

export interface Decoded {
  readonly text: string;
  /** Where the letter there, or the escape that it comes from, begins in the text as it was. */
  startOf(at: number): number;
  /** Where the letter before it, or the escape that it comes from, ends in the text as it was. */
  endOf(at: number): number;
}

/** JSON in JSON, an address in an address: each level is decoded once. */
export const MOST_LEVELS = 3;

/** What HTML calls the signs of ASCII, and what is easily taken for one. */
const NAMED: Readonly<Record<string, string>> = {
  Hat: '^',
  Tab: '\t',
  NewLine: '\n',
  AMP: '&',
  GT: '>',
  LT: '<',
  QUOT: '"',
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dash: '-',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hyphen: '-',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  midast: '*',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  verbar: '|',
  vert: '|',
};

/** Percent (letters beyond ASCII together), JSON and C, HTML: browsers take a number without its end, too. */
const ESCAPE = new RegExp(
  /(?:%[89A-Fa-f][\dA-Fa-f])+|%[0-7][\dA-Fa-f]|\\u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|\\(?:u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,40}\}|U[\dA-Fa-f]{8}|x[\dA-Fa-f]{2}|[0-3][0-7]{0,2}|[4-7][0-7]?|[nrt"'`\\/?])|&#(?:\d{1,40}|[Xx][\dA-Fa-f]{1,40});?/
    .source + `|&(?:${Object.keys(NAMED).join('|')});`,
  'g',
);

/** What one of them may be cut off to. */
const CUT_ESCAPE =
  /(?:%[\dA-Fa-f]?|\\(?:u[\dA-Fa-f]{0,3}|u\{[\dA-Fa-f]{0,40}|U[\dA-Fa-f]{0,7}|x[\dA-Fa-f]?|[0-3][0-7]?|[4-7])?|&(?:#[Xx]?[\dA-Fa-f]{0,40}|[A-Za-z]{0,7}))$/;

/** `null` when nothing is escaped in it. @param asBytes the text has one character a byte */
export function decodeEscapes(text: string, asBytes: boolean): Decoded | null {
  const parts: string[] = [];
  const escapes: Escape[] = [];
  let from = 0;
  let length = 0;
  for (const { 0: written, index } of text.matchAll(ESCAPE)) {
    const meant = meaningOf(written, asBytes);
    const before = text.slice(from, index);
    parts.push(before, meant);
    length += before.length;
    escapes.push({ at: length, meant: meant.length, source: index, written: written.length });
    length += meant.length;
    from = index + written.length;
  }
  if (escapes.length === 0) return null;
  parts.push(text.slice(from));
  return {
    text: parts.join(''),
    startOf: (at) => sourceOf(escapes, at, 'start'),
    endOf: (at) => (at === 0 ? 0 : sourceOf(escapes, at - 1, 'end')),
  };
}

/** The text without an escape that is not whole at its end. */
export function withoutCutEscape(text: string): string {
  const found = CUT_ESCAPE.exec(text.slice(-LONGEST_ESCAPE));
  return found === null ? text : text.slice(0, text.length - found[0].length);
}

const LONGEST_ESCAPE = 48;

interface Escape {
  /** In the decoded text. */
  readonly at: number;
  readonly meant: number;
  /** In the text as it was. */
  readonly source: number;
  readonly written: number;
}

/** Of one letter of the decoded text: where it began or ended. */
function sourceOf(escapes: readonly Escape[], at: number, side: 'start' | 'end'): number {
  let low = 0;
  let high = escapes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((escapes[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const last = escapes[low - 1];
  const more = side === 'end' ? 1 : 0;
  if (last === undefined) return at + more;
  if (at < last.at + last.meant) return last.source + (side === 'end' ? last.written : 0);
  return last.source + last.written + (at - last.at - last.meant) + more;
}

const PLAIN: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
};

function meaningOf(written: string, asBytes: boolean): string {
  if (written.startsWith('%'))
    return asBytes ? percentBytes(written) : utf8Of(percentBytes(written));
  const letters = lettersOf(written);
  // Of texts of bytes each letter is its UTF-8.
  return asBytes && /[^\0-\x7f]/.test(letters) ? latin1Of(letters) : letters;
}

function lettersOf(written: string): string {
  if (written.startsWith('&')) {
    const [, hex, decimal, name = ''] =
      /^&(?:#[Xx]([\dA-Fa-f]+)|#(\d+)|([A-Za-z]+));?$/.exec(written) ?? [];
    if (hex !== undefined) return letterOf(Number.parseInt(hex, 16));
    if (decimal !== undefined) return letterOf(Number(decimal));
    return NAMED[name] ?? '';
  }
  if (/^\\[0-7]/.test(written)) return letterOf(Number.parseInt(written.slice(1), 8));
  if (written.length === 2) return PLAIN[written.slice(1)] ?? written.slice(1);
  if (/^\\u.{4}\\u/.test(written))
    return String.fromCharCode(
      ...written
        .split('\\u')
        .slice(1)
        .map((hex) => Number.parseInt(hex, 16)),
    );
  return letterOf(Number.parseInt(/[\dA-Fa-f]+/.exec(written.slice(2))?.[0] ?? '', 16));
}

function letterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

function percentBytes(written: string): string {
  return written.replaceAll(/%([\dA-Fa-f]{2})/g, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function utf8Of(bytes: string): string {
  return /[\x80-\xff]/.test(bytes)
    ? new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
    : bytes;
}

/** Its UTF-8, one character a byte. */
export function latin1Of(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
