/** Where known values stand in a text. The search itself is the engine's own, so it is fast without a compiler too. */
import type { Needle } from './needles.ts';
import type { Range } from './patterns.ts';

/** So many letters of a broken one may have gone before the text begins. */
const LOST_LETTERS = 3;

/** @param goesOn the text follows upon another, in which the first letters of a broken value may stand */
export function findNeedles(
  text: string,
  needles: readonly Needle[],
  goesOn: boolean,
): readonly Range[] {
  return needles.flatMap((needle) =>
    needle.wraps ? findBroken(text, needle, goesOn) : findWhole(text, needle),
  );
}

function findWhole(text: string, needle: Needle): readonly Range[] {
  const found: Range[] = [];
  const { length } = needle.text;
  for (let at = text.indexOf(needle.text); at !== -1; at = text.indexOf(needle.text, at + length))
    found.push({ start: at, end: at + length, name: needle.name });
  return found;
}

/** Of two parts of six letters one is whole, whether lines are 76 letters long or eleven. */
function findBroken(text: string, needle: Needle, goesOn: boolean): readonly Range[] {
  const found: Range[] = [];
  const size = Math.min(6, Math.floor(needle.text.length / 2));
  for (const offset of [0, size]) {
    const anchor = needle.text.slice(offset, offset + size);
    let at = text.indexOf(anchor);
    while (at !== -1) {
      const start = reachBack(text, at, { needle: needle.text, offset, goesOn });
      const end = reachOn(text, at + size, needle.text.slice(offset + size));
      if (start !== null && end !== null) found.push({ start, end, name: needle.name });
      at = text.indexOf(anchor, at + 1);
    }
  }
  return found;
}

function reachBack(
  text: string,
  from: number,
  { needle, offset, goesOn }: { needle: string; offset: number; goesOn: boolean },
): number | null {
  let at = from;
  for (let left = offset; left > 0; left -= 1) {
    while (isLineEnd(text, at - 1)) at -= 1;
    if (at === 0) return goesOn && left <= LOST_LETTERS ? 0 : null;
    if (text[at - 1] !== needle[left - 1]) return null;
    at -= 1;
  }
  return at;
}

function reachOn(text: string, from: number, rest: string): number | null {
  let at = from;
  for (const letter of rest) {
    while (isLineEnd(text, at)) at += 1;
    if (text[at] !== letter) return null;
    at += 1;
  }
  return at;
}

function isLineEnd(text: string, at: number): boolean {
  const letter = text[at];
  return letter === '\n' || letter === '\r';
}

/** Where the last letters of the text may begin a value that goes on in what follows; its length when they do not. */
export function unfinishedFrom(text: string, needles: readonly Needle[]): number {
  let from = text.length;
  for (const { text: needle, wraps } of needles) {
    if (!wraps) continue;
    from = Math.min(from, beginningAtEnd(text, needle));
  }
  return from;
}

function beginningAtEnd(text: string, needle: string): number {
  let end = text.length;
  while (isLineEnd(text, end - 1)) end -= 1;
  const earliest = Math.max(0, text.length - 2 * needle.length);
  const begin = needle.slice(0, LOST_LETTERS + 1);
  for (let at = text.indexOf(begin, earliest); at !== -1; at = text.indexOf(begin, at + 1)) {
    let index = LOST_LETTERS + 1;
    let next = at + index;
    while (next < end && index < needle.length) {
      if (isLineEnd(text, next)) next += 1;
      else if (text[next] === needle[index]) {
        next += 1;
        index += 1;
      } else break;
    }
    if (next >= end && index < needle.length) return at;
  }
  return text.length;
}
