/** Where known values stand in a text, as they are and encoded. */
import { decodeEscapes, MOST_LEVELS } from './decode-escapes.ts';
import type { NeedleIndex } from './index-needles.ts';
import { LINE_GAP, skipGapAfter, skipGapBefore } from './line-gaps.ts';
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
export const MOST_TO_A_LETTER = 12;
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
