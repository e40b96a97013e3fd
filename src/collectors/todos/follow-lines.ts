/**
 * Where lines of a file stood in the version before, as `git blame -w -M` would have it, where that is beyond doubt:
 * what is the same from the top or from the end, and passages with a line that there is once before and once after. All
 * else is `unsure`, and git is asked.
 */
import type { Buffer } from 'node:buffer';

export type Followed =
  | { readonly kind: 'at'; readonly line: number }
  /** No line before reads like it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unsure' };

/** Letters and digits that a passage needs before git takes it for moved. */
const MOVED_PASSAGE = 20;

/** `lines`: numbers from 1 in `after`; the answer is by them. */
export function followLines(
  { after, before }: { readonly after: Buffer; readonly before: Buffer },
  lines: readonly number[],
): ReadonlyMap<number, Followed> {
  const cut = cutCommonEnds(after, before);
  const top = countLines(after.subarray(0, cut.top));
  const [now, older] = [after, before].map((whole) =>
    squeezedLines(whole.subarray(cut.top, whole.length - cut.end)),
  );
  const parts = { now: now ?? [], older: older ?? [] };
  let everywhere: ReadonlySet<string> | null = null;
  const isElsewhere = (text: string): boolean => {
    everywhere ??= new Set(squeezedLines(before));
    return everywhere.has(text);
  };
  let isUnique: ((text: string) => boolean) | null = null;
  const follow = (line: number): Followed => {
    const index = line - 1 - top;
    if (index < 0) return { kind: 'at', line };
    if (index >= parts.now.length)
      return { kind: 'at', line: line + parts.older.length - parts.now.length };
    isUnique ??= uniqueIn(parts);
    const found = findPassage(parts, isUnique, index);
    if (found.kind === 'at') return { kind: 'at', line: found.line + top };
    return isElsewhere(parts.now[index] ?? '') ? { kind: 'unsure' } : { kind: 'gone' };
  };
  return new Map(lines.map((line) => [line, follow(line)]));
}

/** Without blanks, which do not count as writing; bytes, so that nothing is lost. */
export function squeezedLines(content: Buffer): readonly string[] {
  const lines = content.toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map(squeeze);
}

export function squeeze(text: string): string {
  return text.replaceAll(/[\t\n\v\f\r ]+/g, '');
}

interface Parts {
  readonly now: readonly string[];
  readonly older: readonly string[];
}

/**
 * Around the line, the lines that are the same in both make a passage. One that holds a line which there is once before
 * and once after cannot stand for another.
 */
function findPassage(
  { now, older }: Parts,
  isUnique: (text: string) => boolean,
  index: number,
): Followed {
  const text = now[index] ?? '';
  const places: number[] = [];
  let place = older.indexOf(text);
  if (place === -1) return { kind: 'gone' };
  for (; place !== -1; place = older.indexOf(text, place + 1)) {
    let weight = weigh(text);
    let anchored = isUnique(text);
    for (const step of [-1, 1]) {
      for (let away = step; weight < MOVED_PASSAGE || !anchored; away += step) {
        const next = now[index + away];
        if (next === undefined || next !== older[place + away]) break;
        weight += weigh(next);
        anchored ||= isUnique(next);
      }
    }
    if (weight >= MOVED_PASSAGE && anchored) places.push(place);
  }
  const [only] = places;
  return only === undefined || places.length > 1
    ? { kind: 'unsure' }
    : { kind: 'at', line: only + 1 };
}

/** Whether a text is one line before and one after. */
function uniqueIn({ now, older }: Parts): (text: string) => boolean {
  const [once, before] = [now, older].map((lines) => {
    const seen = new Map<string, number>();
    for (const line of lines) seen.set(line, (seen.get(line) ?? 0) + 1);
    return seen;
  });
  return (text) => once?.get(text) === 1 && before?.get(text) === 1;
}

function weigh(text: string): number {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').length;
}

/** Bytes of whole lines that both have at the top, and at the end of what is left. */
function cutCommonEnds(
  after: Buffer,
  before: Buffer,
): { readonly top: number; readonly end: number } {
  const most = Math.min(after.length, before.length);
  const same = commonLength(after, before, most);
  const top = same === 0 ? 0 : after.lastIndexOf(10, same - 1) + 1;
  let end = 0;
  while (end < most - top && after[after.length - 1 - end] === before[before.length - 1 - end]) {
    end += 1;
  }
  const startsLine = (whole: Buffer): boolean =>
    end === whole.length || whole[whole.length - end - 1] === 10;
  if (end === 0 || (startsLine(after) && startsLine(before))) return { top, end };
  const next = after.indexOf(10, after.length - end);
  return { top, end: next === -1 ? 0 : after.length - next - 1 };
}

const BLOCK = 1_024;

function commonLength(after: Buffer, before: Buffer, most: number): number {
  let length = 0;
  while (
    length + BLOCK <= most &&
    after.compare(before, length, length + BLOCK, length, length + BLOCK) === 0
  ) {
    length += BLOCK;
  }
  while (length < most && after[length] === before[length]) length += 1;
  return length;
}

function countLines(content: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) count += 1;
  return count;
}
