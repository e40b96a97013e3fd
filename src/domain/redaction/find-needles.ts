/** Where known values stand in a text. The search itself is the engine's own, so it is fast without a compiler too. */
import type { NeedleIndex } from './index-needles.ts';
import { anchorsOf, type Needle } from './needles.ts';
import type { Range } from './patterns.ts';

/** So many letters of a broken one may have gone before the text begins. */
const LOST_LETTERS = 3;

/** @param goesOn the text follows upon another, in which the first letters of a broken value may stand */
export function findNeedles(text: string, index: NeedleIndex, goesOn: boolean): readonly Range[] {
  return index
    .candidatesIn(text)
    .flatMap((needle) =>
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

function findBroken(text: string, needle: Needle, goesOn: boolean): readonly Range[] {
  const found: Range[] = [];
  const { name, text: value } = needle;
  for (const { offset, anchor } of anchorsOf(needle)) {
    const breaks = breaksIn(text);
    for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
      const from = at - offset;
      if (text.startsWith(value, from)) {
        found.push({ start: from, end: from + value.length, name });
        continue;
      }
      const near = goesOn && at < offset + 2 * LOST_LETTERS;
      if (!near && !breaks.between(at - 2 * offset - 2, at + value.length)) continue;
      const start = reachBack(text, at, { rest: value.slice(0, offset), goesOn });
      const end = start === null ? null : reachOn(text, at, value.slice(offset));
      if (start !== null && end !== null) found.push({ start, end, name });
    }
  }
  return found;
}

/** Whether a line ends between two places; asked in order. */
function breaksIn(text: string): { between(from: number, to: number): boolean } {
  const next: Record<'\n' | '\r', number> = { '\n': -1, '\r': -1 };
  const nextOf = (end: '\n' | '\r', from: number): number => {
    if (next[end] < from) {
      const found = text.indexOf(end, from);
      next[end] = found === -1 ? text.length : found;
    }
    return next[end];
  };
  return {
    between: (from, to) =>
      nextOf('\n', Math.max(0, from)) < to || nextOf('\r', Math.max(0, from)) < to,
  };
}

function reachBack(
  text: string,
  from: number,
  { rest, goesOn }: { readonly rest: string; readonly goesOn: boolean },
): number | null {
  let at = from;
  for (let left = rest.length; left > 0; left -= 1) {
    while (isLineEnd(text, at - 1)) at -= 1;
    if (at === 0) return goesOn && left <= LOST_LETTERS ? 0 : null;
    if (text[at - 1] !== rest[left - 1]) return null;
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

/** What the next text is told of this one. */
export function lastLetters(text: string): string {
  return text
    .slice(-64)
    .replaceAll(/[\r\n]/g, '')
    .slice(-LOST_LETTERS);
}

/**
 * Where the last letters of the text may begin a broken value that goes on in what follows; its length when they do not.
 * @param before the `lastLetters` of the text before it
 */
export function unfinishedFrom(text: string, index: NeedleIndex, before: string): number {
  const own = text.slice(-2 * index.longest);
  const tail = (own.length < text.length ? '' : before) + own.replaceAll(/[\r\n]/g, '');
  let begins = tail.length;
  for (const { text: value, wraps } of index.candidatesIn(tail)) {
    if (!wraps) continue;
    const begin = value.slice(0, LOST_LETTERS + 1);
    let at = tail.indexOf(begin, Math.max(0, tail.length - value.length + 1));
    while (at !== -1 && at < begins && !value.startsWith(tail.slice(at)))
      at = tail.indexOf(begin, at + 1);
    if (at !== -1) begins = Math.min(begins, at);
  }
  if (begins === tail.length) return text.length;
  let at = text.length;
  for (let letters = tail.length - begins; letters > 0 && at > 0; at -= 1)
    if (!isLineEnd(text, at - 1)) letters -= 1;
  return at;
}
