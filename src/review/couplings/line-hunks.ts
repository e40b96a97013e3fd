/** Which lines of a text became which lines of another. */
import { diffArrays } from 'diff';

import { parserFor, type CodeParser, type Tree } from '../../syntax/grammars.ts';
import type { CodeRead, Rows } from '../symbols/code-read.ts';
import type { LanguageId } from '../symbols/language-table.ts';
import { TABLES } from '../symbols/languages/tables.ts';
import { lineStarts, readCode } from '../symbols/read-code.ts';

/** Rows from 0, half open: old rows `from` to `to` became new rows `at` to `end`. */
export interface LineHunk {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly end: number;
}

/** Texts that differ in more lines than this differ as a whole, between what is alike at both ends. */
const MOST_EDITS = 2_000;
/** What a piece may still differ in where those before it used that up. */
const FEWEST_EDITS = 60;

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
  const piece = trimmed(
    { before, after },
    { from: 0, to: before.length, at: 0, end: after.length },
  );
  const { from, to, at, end } = piece;
  const isLong = Math.min(to - from, end - at) > LONG;
  const pieces = isLong ? splitAtAnchors({ before, after }, piece) : [piece];
  let left = MOST_EDITS;
  return pieces.flatMap((one) => {
    const hunks = hunksWithin({ before, after }, one, Math.max(FEWEST_EDITS, left));
    for (const hunk of hunks) left -= hunk.to - hunk.from + hunk.end - hunk.at;
    return hunks;
  });
}

/** Pieces of this many lines are cut at lines that stand in each text once: the search takes as long as the square of a piece. */
const LONG = 100;

interface Texts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function trimmed({ before, after }: Texts, piece: LineHunk): LineHunk {
  let { from, to, at, end } = piece;
  while (from < to && at < end && before[from] === after[at]) {
    from += 1;
    at += 1;
  }
  while (from < to && at < end && before[to - 1] === after[end - 1]) {
    to -= 1;
    end -= 1;
  }
  return { from, to, at, end };
}

function hunksWithin(texts: Texts, piece: LineHunk, most: number): readonly LineHunk[] {
  const whole = trimmed(texts, piece);
  const { from, to, at, end } = whole;
  if (from === to && at === end) return [];
  if (from === to || at === end) return [whole];
  const [old, young] = [texts.before.slice(from, to), texts.after.slice(at, end)];
  const there = new Set(old);
  if (!young.some((line) => there.has(line))) return [whole];
  const parts = diffArrays(old, young, { maxEditLength: most });
  return parts === undefined ? [whole] : hunksOf(parts, { from, at });
}

/** What is between lines that both have once and in one order. */
function splitAtAnchors(texts: Texts, piece: LineHunk): readonly LineHunk[] {
  const pieces: LineHunk[] = [];
  let { from, at } = piece;
  for (const anchor of longestRise(anchorsOf(texts, piece))) {
    pieces.push({ from, to: anchor.old, at, end: anchor.young });
    from = anchor.old + 1;
    at = anchor.young + 1;
  }
  return [...pieces, { ...piece, from, at }];
}

interface Anchor {
  readonly old: number;
  readonly young: number;
}

/** By their rows in the old text. */
function anchorsOf({ before, after }: Texts, { from, to, at, end }: LineHunk): readonly Anchor[] {
  const young = rowsOfSingles(after, at, end);
  const anchors: Anchor[] = [];
  for (const [line, row] of rowsOfSingles(before, from, to)) {
    const other = row < 0 ? -1 : (young.get(line) ?? -1);
    if (other >= 0) anchors.push({ old: row, young: other });
  }
  return anchors;
}

/** Below 0: the line stands there more than once. */
function rowsOfSingles(
  lines: readonly string[],
  from: number,
  to: number,
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (let row = from; row < to; row += 1) {
    const line = lines[row] ?? '';
    rows.set(line, rows.has(line) ? -1 : row);
  }
  return rows;
}

/** The most of them whose rows rise in the new text too. */
function longestRise(anchors: readonly Anchor[]): readonly Anchor[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { young }] of anchors.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[ends[middle] ?? 0]?.young ?? 0) < young) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1));
    ends[low] = index;
  }
  const rise: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor !== undefined) rise.push(anchor);
  }
  return rise.toReversed();
}

function hunksOf(
  parts: readonly { readonly count: number; readonly added: boolean; readonly removed: boolean }[],
  begin: { readonly from: number; readonly at: number },
): readonly LineHunk[] {
  const hunks: LineHunk[] = [];
  let { from, at } = begin;
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

// Both texts of a changed file as code: the second tree is made out of the first, so that only what changed is parsed again.
export interface BothTexts {
  readonly before: string;
  readonly after: string;
  readonly language: LanguageId;
  readonly hunks: readonly LineHunk[];
}

const NOTHING: CodeRead = { definitions: [], imports: [], uses: [], comments: [], package: null };

/** Throws where a text takes too many steps. */
export async function readBoth(
  both: BothTexts,
): Promise<{ readonly was: CodeRead; readonly now: CodeRead }> {
  const { before, after, language, hunks } = both;
  const table = TABLES[language];
  const parser = await parserFor(table.grammar);
  const old = parsed(parser, before);
  try {
    const rows = hunks.map(({ from, to }) => ({ from, to }));
    const was = readCode(old, { text: before, table, rows, only: 'touched' });
    if (after === '') return { was, now: NOTHING };
    editTree(old, both);
    const young = parsed(parser, after, before === '' ? undefined : old);
    try {
      return { was, now: readCode(young, { text: after, table, rows: newRows(hunks) }) };
    } finally {
      young.delete();
    }
  } finally {
    old.delete();
  }
}

function parsed(parser: CodeParser, text: string, before?: Tree): Tree {
  const tree = parser.parse(text, before);
  if (tree === null) throw new Error('this text takes too many steps');
  return tree;
}

/** From the last change to the first: what stands before each is where it was. */
function editTree(tree: Tree, { before, after, hunks }: BothTexts): void {
  const [old, young] = [lineStarts(before), lineStarts(after)];
  for (const { from, to, at, end } of hunks.toReversed()) {
    const startIndex = old[from] ?? before.length;
    const length = (young[end] ?? after.length) - (young[at] ?? after.length);
    tree.edit({
      startIndex,
      oldEndIndex: old[to] ?? before.length,
      newEndIndex: startIndex + length,
      startPosition: { row: from, column: 0 },
      oldEndPosition: { row: to, column: 0 },
      newEndPosition: { row: from + end - at, column: 0 },
    });
  }
}

export function newRows(hunks: readonly LineHunk[]): readonly Rows[] {
  return hunks.map(({ at, end }) => ({ from: at, to: end }));
}
