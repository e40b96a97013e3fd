/** Which lines of a text became which lines of another. */
import { diffArrays } from 'diff';

/** Rows from 0, half open: old rows `from` to `to` became new rows `at` to `end`. */
export interface LineHunk {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly end: number;
}

/** Texts that differ in more lines than this differ as a whole, between what is alike at both ends. */
const MOST_EDITS = 2_000;

export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function lineHunks(
  before: readonly string[],
  after: readonly string[],
): readonly LineHunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(head, before.length - tail);
  const young = after.slice(head, after.length - tail);
  if (old.length === 0 && young.length === 0) return [];
  const whole = { from: head, to: head + old.length, at: head, end: head + young.length };
  if (old.length === 0 || young.length === 0) return [whole];
  const parts = diffArrays([...old], [...young], { maxEditLength: MOST_EDITS });
  return parts === undefined ? [whole] : hunksOf(parts, head);
}

function hunksOf(
  parts: readonly { readonly count: number; readonly added: boolean; readonly removed: boolean }[],
  head: number,
): readonly LineHunk[] {
  const hunks: LineHunk[] = [];
  let from = head;
  let at = head;
  let open: { from: number; at: number } | null = null;
  for (const { count, added, removed } of parts) {
    if (!added && !removed) {
      if (open !== null) hunks.push({ ...open, to: from, end: at });
      open = null;
    } else open ??= { from, at };
    if (!added) from += count;
    if (!removed) at += count;
  }
  if (open !== null) hunks.push({ ...open, to: from, end: at });
  return hunks;
}

/** Where a row of the old text stands in the new one; inside of a hunk, where that begins. */
export function rowAfter(hunks: readonly LineHunk[], row: number): number {
  let shift = 0;
  for (const { from, to, at, end } of hunks) {
    if (row < from) break;
    if (row < to) return at;
    shift = end - to;
  }
  return row + shift;
}
