/** Names in the lines of a text whose language has no parser here. */
import { oneLine } from '../../words/text.ts';
import type { Rows } from '../symbols/code-read.ts';
import type { WordFact } from './file-facts.ts';

const WORD = /[\p{L}_$][\p{L}\p{N}_$]{4,79}/gu;
const MOST_WORDS = 1_500;
const LONGEST_LINE = 1_000;

/** `def parse`, `class Clock`, `parse = `, `parse(…) {`, `.card {`, `create table clocks`. */
const DEFINED = [
  /(?<![\p{L}\p{N}_])(?:function|func|fun|def|defp|sub|proc|macro|module|class|struct|enum|interface|trait|protocol|type|typedef|record|object|namespace|const|let|var|val|my|local|define|procedure|table|view|message|service|rpc|resource|variable|output)\s+(?:[A-Za-z_]+[.:]+)?["'`]?([\p{L}_$][\p{L}\p{N}_$]{4,79})/giu,
  /^\s{0,80}(?:export\s+)?([\p{L}_$][\p{L}\p{N}_$]{4,79})\s*(?::=|=(?!=)|:(?!:))/gu,
  /^[\w\s*&<>:,]{0,120}?([\p{L}_$][\p{L}\p{N}_$]{4,79})\s*\([^;]{0,300}\{\s*$/gu,
];

/** What changed lines seem to define, once a name. */
export function definedWords(lines: readonly string[], rows: readonly Rows[]): readonly WordFact[] {
  const found = new Map<string, WordFact>();
  for (const { line, row } of linesIn(lines, rows))
    for (const pattern of DEFINED)
      for (const match of line.matchAll(pattern)) take(match[1] ?? '', { line, row }, found);
  return [...found.values()];
}

/** Every name, once. */
export function plainWords(lines: readonly string[], rows: readonly Rows[]): WordFact[] {
  const found = new Map<string, WordFact>();
  for (const { line, row } of linesIn(lines, rows))
    for (const [word] of line.matchAll(WORD)) take(word, { line, row }, found);
  return [...found.values()];
}

function take(
  name: string,
  { line, row }: { readonly line: string; readonly row: number },
  found: Map<string, WordFact>,
): void {
  if (name === '' || found.has(name) || found.size >= MOST_WORDS) return;
  found.set(name, { name, row, text: oneLine(line, 160) });
}

function* linesIn(
  lines: readonly string[],
  rows: readonly Rows[],
): Generator<{ readonly line: string; readonly row: number }> {
  for (const { from, to } of rows)
    for (let row = from; row < to && row < lines.length; row += 1)
      yield { line: (lines[row] ?? '').slice(0, LONGEST_LINE), row };
}
