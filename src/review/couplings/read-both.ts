/** Both texts of a changed file as code: the second tree is made out of the first, so that only what changed is parsed again. */
import { parserFor, type CodeParser, type Tree } from '../../syntax/grammars.ts';
import type { CodeRead, Rows } from '../symbols/code-read.ts';
import type { LanguageId } from '../symbols/language-table.ts';
import { TABLES } from '../symbols/languages/tables.ts';
import { lineStarts, readCode } from '../symbols/read-code.ts';
import type { LineHunk } from './line-hunks.ts';

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
