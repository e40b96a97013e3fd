/** Where known values stand in a text, as they are and encoded. */
import { decodeEscapes, MOST_LEVELS, withoutCutEscape } from './decode-escapes.ts';
import { type NeedleIndex, FIRST_LETTERS } from './index-needles.ts';
import type { Needle } from './needles.ts';
import type { Range } from './patterns.ts';

export interface KnownRange extends Range {
  readonly name: string;
  /** The part of the value that stands there: the whole of it, one of its lines, the password in it. */
  readonly part: string;
}

/** So many letters of a broken one may have gone before the text begins. */
const LOST_LETTERS = 3;

/** In no order, and they may overlap. @param goesOn the text follows upon another, in which the first letters of a broken value may stand */
export function findKnown(
  text: string,
  index: NeedleIndex,
  goesOn: boolean,
): readonly KnownRange[] {
  if (index.longest === 0) return [];
  return [...findNeedles(text, index, goesOn), ...findEscaped(text, index, MOST_LEVELS)];
}

function findNeedles(text: string, index: NeedleIndex, goesOn: boolean): readonly KnownRange[] {
  const found: KnownRange[] = [];
  index.scan(text, (needle, { at, offset }) => {
    const { text: value, wraps, name, part } = needle;
    const from = at - offset;
    if (text.startsWith(value, from)) {
      found.push({ start: from, end: from + value.length, name, part });
      return;
    }
    if (!wraps) return;
    const start = reachBack(text, at, { rest: value.slice(0, offset), goesOn });
    const end = start === null ? null : reachOn(text, at, value.slice(offset));
    if (start !== null && end !== null) found.push({ start, end, name, part });
  });
  return found;
}

const WINDOW = 262_144;
/** Letters of a form may each take as many at each level, as in `&#x00061;`. */
const MOST_TO_A_LETTER = 12;
const MOST_LETTERS = 1_048_576;

/** So many letters may the longest form take that is escaped so many times over. */
export function mostEscaped(longest: number, levels: number = MOST_LEVELS): number {
  return Math.min(longest * MOST_TO_A_LETTER ** levels, MOST_LETTERS);
}

/** What stands there with letters written as `%61`, `\u0061`, `\x61`, `&#97;`: any of them, in any mixture. */
function findEscaped(text: string, index: NeedleIndex, levels: number): readonly KnownRange[] {
  const found: KnownRange[] = [];
  const around = mostEscaped(index.longest, levels);
  const size = Math.max(WINDOW, 4 * around);
  for (let from = 0; from < text.length; from += size - around) {
    const window = text.length <= size ? text : text.slice(from, from + size);
    const decoded = decodeEscapes(window, index.asBytes);
    if (decoded !== null) {
      const inner = [
        ...findNeedles(decoded.text, index, false),
        ...(levels > 1 ? findEscaped(decoded.text, index, levels - 1) : []),
      ];
      for (const { start, end, name, part } of inner)
        found.push({
          start: from + decoded.startOf(start),
          end: from + decoded.endOf(end),
          name,
          part,
        });
    }
    if (from + size >= text.length) break;
  }
  return found;
}

function reachBack(
  text: string,
  from: number,
  { rest, goesOn }: { readonly rest: string; readonly goesOn: boolean },
): number | null {
  let at = from;
  for (let left = rest.length; left > 0; left -= 1) {
    if (text[at - 1] !== rest[left - 1]) at = skipGapBefore(text, at);
    if (at === 0) return goesOn && left <= LOST_LETTERS ? 0 : null;
    if (text[at - 1] !== rest[left - 1]) return null;
    at -= 1;
  }
  return at;
}

function reachOn(text: string, from: number, rest: string): number | null {
  let at = from;
  for (const letter of rest) {
    if (text[at] !== letter) at = skipGapAfter(text, at);
    if (text[at] !== letter) return null;
    at += 1;
  }
  return at;
}

/** What the next text is told of this one. */
export function lastLetters(text: string): string {
  return text.slice(-64).replaceAll(LINE_GAP, '').slice(-LOST_LETTERS);
}

// What stands between two lines of something that was broken into lines: the line end, and what editors and programs put around it.

const BESIDE = ' \\t"\'`,>#|*\\\\';
/** Indentation, quotes and marks count only around a line end: between words of one line they are text. */
const LINE_GAP = new RegExp(`[${BESIDE}]*[\\r\\n][${BESIDE}\\r\\n]*`, 'g');
const GAP_LETTERS = new Set(' \t"\'`,>#|*\\\r\n');
/** Longer ones are no gap. */
const MOST = 200;

function skipGapAfter(text: string, from: number): number {
  let at = from;
  let hasEnd = false;
  while (at < from + MOST && GAP_LETTERS.has(text[at] ?? '')) {
    hasEnd ||= isLineEnd(text[at]);
    at += 1;
  }
  return hasEnd ? at : from;
}

function skipGapBefore(text: string, from: number): number {
  let at = from;
  let hasEnd = false;
  while (at > 0 && at > from - MOST && GAP_LETTERS.has(text[at - 1] ?? '')) {
    at -= 1;
    hasEnd ||= isLineEnd(text[at]);
  }
  return hasEnd ? at : from;
}

/** A line end may be still to come. */
function withoutLastGap(text: string): string {
  let end = text.length;
  while (end > 0 && GAP_LETTERS.has(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function isLineEnd(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r';
}

// Where the last letters of a text may be the beginning of a known value whose rest is still to come.

/**
 * For what is cut between lines: only what programs break into lines continues. Its length when nothing does.
 * @param before the `lastLetters` of the text before it
 */
export function unfinishedFrom(text: string, index: NeedleIndex, before: string): number {
  if (index.longest === 0) return text.length;
  const own = text.slice(-2 * index.longest);
  const squeezed = squeeze(own);
  const lost = own.length < text.length ? '' : before;
  const at = beginningAt(lost + squeezed.text, index, ({ wraps }) => wraps);
  return at === null ? text.length : text.length - own.length + squeezed.sourceOf(at - lost.length);
}

/** For what is cut anywhere: in any form, escaped ones too. Its length when nothing continues. */
export function openFrom(text: string, index: NeedleIndex): number {
  if (index.longest === 0) return text.length;
  const own = text.slice(-mostEscaped(index.longest));
  return (
    text.length - own.length + Math.min(openIn(own, index), openEscaped(own, index, MOST_LEVELS))
  );
}

function openIn(text: string, index: NeedleIndex): number {
  const at = beginningAt(text, index, ({ wraps }) => !wraps) ?? text.length;
  const own = text.slice(-index.longest * MOST_TO_A_LETTER);
  const squeezed = squeeze(own);
  const broken = beginningAt(squeezed.text, index, ({ wraps }) => wraps);
  return broken === null ? at : Math.min(at, text.length - own.length + squeezed.sourceOf(broken));
}

function openEscaped(text: string, index: NeedleIndex, levels: number): number {
  const whole = withoutCutEscape(text);
  const decoded = decodeEscapes(whole, index.asBytes);
  if (decoded === null) return whole.length === text.length ? text.length : openIn(whole, index);
  const deeper = levels > 1 ? openEscaped(decoded.text, index, levels - 1) : decoded.text.length;
  const at = Math.min(openIn(decoded.text, index), deeper);
  return at >= decoded.text.length ? text.length : decoded.startOf(at);
}

/** The first place from which the text is how a needle begins; `null` when there is none. */
function beginningAt(
  text: string,
  index: NeedleIndex,
  isMeant: (needle: Needle) => boolean,
): number | null {
  for (
    let at = Math.max(0, text.length - index.longest);
    at <= text.length - FIRST_LETTERS;
    at += 1
  ) {
    const needles = index.beginningWith(text.slice(at, at + FIRST_LETTERS));
    if (needles.length === 0) continue;
    const rest = text.slice(at);
    const opens = (needle: Needle): boolean =>
      isMeant(needle) && needle.text.length > rest.length && needle.text.startsWith(rest);
    if (needles.some(opens)) return at;
  }
  return null;
}

interface Squeezed {
  readonly text: string;
  sourceOf(at: number): number;
}

/** Without what stands between its lines. */
function squeeze(text: string): Squeezed {
  const kept: string[] = [];
  const gaps: { readonly at: number; readonly removed: number }[] = [];
  let from = 0;
  let removed = 0;
  for (const { 0: gap, index } of text.matchAll(LINE_GAP)) {
    kept.push(text.slice(from, index));
    removed += gap.length;
    gaps.push({ at: index + gap.length - removed, removed });
    from = index + gap.length;
  }
  kept.push(text.slice(from));
  return {
    text: withoutLastGap(kept.join('')),
    sourceOf: (at) => Math.max(0, at + (gaps.findLast((gap) => gap.at <= at)?.removed ?? 0)),
  };
}
