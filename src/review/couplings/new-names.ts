/** What a changed line says again, against what its hunk said before: who only lays a call out again begins to use nothing. */
import { oneLine } from '../../words/text.ts';
import type { Rows } from '../symbols/code-read.ts';
import type { WordFact } from './file-facts.ts';
import type { LineHunk } from './line-hunks.ts';

interface Sides {
  readonly old: readonly string[];
  readonly young: readonly string[];
  readonly hunks: readonly LineHunk[];
}

export interface Said {
  readonly name: string;
  readonly row: number;
}

export interface NewNames {
  /** Not there before, or of something else, or with other arguments. */
  readonly isNew: (said: Said) => boolean;
  /** Whether lines that go anywhere in the file hold this text. */
  readonly wasThere: (text: string) => boolean;
}

/** What is longer counts by its beginning. */
const LONGEST_CALL = 400;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

export function newNames({ old, young, hunks }: Sides): NewNames {
  const read = new Map<LineHunk, ReturnType<typeof readHunk>>();
  let gone: string | null = null;
  const at = (row: number): ReturnType<typeof readHunk> | null => {
    const hunk = hunks.find((one) => one.at <= row && row < one.end);
    if (hunk === undefined) return null;
    const known = read.get(hunk) ?? readHunk(hunk, { old, young });
    read.set(hunk, known);
    return known;
  };
  return {
    isNew: ({ name, row }) => {
      const texts = at(row);
      const before = texts?.was.get(name) ?? 0;
      if (texts === null || before === 0 || (texts.now.get(name) ?? 0) > before) return true;
      const known = mentionsOf(name, texts.old);
      return mentionsOf(name, texts.young).some((mention) => !known.includes(mention));
    },
    wasThere: (text) => {
      gone ??= hunks.map(({ from, to }) => old.slice(from, to).join('\n')).join('\n');
      return holdsWord(gone, text);
    },
  };
}

function readHunk(
  { from, to, at, end }: LineHunk,
  { old, young }: Pick<Sides, 'old' | 'young'>,
): {
  readonly old: string;
  readonly young: string;
  readonly was: ReadonlyMap<string, number>;
  readonly now: ReadonlyMap<string, number>;
} {
  const texts = { old: old.slice(from, to).join('\n'), young: young.slice(at, end).join('\n') };
  return { ...texts, was: countWords(texts.old), now: countWords(texts.young) };
}

/** A name in it, or the whole of a path between what is no part of a name. */
function holdsWord(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!isNamePart(text[at - 1]) && !isNamePart(text[at + part.length])) return true;
  }
  return false;
}

/** Words that every second line has. */
const KEYWORDS = new Set(
  'var let const def end fn func function return self this if else for in of new pub true false null None nil await async'.split(
    ' ',
  ),
);
const MOST_NAMES = 200;
const LONGEST_NAME = 200;

/** What a hunk speaks of, and of what it speaks otherwise than before. */
export function namesIn(
  hunk: LineHunk,
  lines: Pick<Sides, 'old' | 'young'>,
): { readonly differs: string[]; readonly grows: string[]; readonly says: string[] } {
  const { was, now } = readHunk(hunk, lines);
  const says = [...new Set([...was.keys(), ...now.keys()])]
    .filter((word) => !KEYWORDS.has(word) && word.length <= LONGEST_NAME)
    .slice(0, MOST_NAMES);
  return {
    says,
    differs: says.filter((word) => was.get(word) !== now.get(word)),
    grows: says.filter((word) => (now.get(word) ?? 0) > (was.get(word) ?? 0)),
  };
}

function countWords(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

/** With what it is of and with its arguments, without white space and without a comma behind the last. */
function mentionsOf(name: string, text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (isNamePart(text[at - 1]) || isNamePart(text[end])) continue;
    const mention = text.slice(chainStart(text, at), argumentsEnd(text, end));
    // `a?.b` and `a&.b` are of what `a.b` is.
    found.push(
      mention
        .replaceAll(/\s+/g, '')
        .replaceAll(/[?&!]\./g, '.')
        .replace(/,(?=[)>]$)/, ''),
    );
  }
  return found;
}

/** Where `list.first().name` begins, from its `name`. */
function chainStart(text: string, at: number): number {
  let start = at;
  for (let depth = 0; start > 0 && at - start < LONGEST_CALL; start -= 1) {
    const before = text[start - 1] ?? '';
    if (before === ')') depth += 1;
    else if (before === '(' && depth > 0) depth -= 1;
    else if (depth === 0 && !/[\p{L}\p{N}_$.:?&!]/u.test(before)) break;
  }
  return start;
}

/** Behind `(…)` or `<…>`, where one follows. */
function argumentsEnd(text: string, at: number): number {
  const opening = text[at] ?? '';
  const closing = { '(': ')', '<': '>' }[opening];
  if (closing === undefined) return at;
  let end = at;
  for (let depth = 0; end < text.length && end - at < LONGEST_CALL; end += 1) {
    if (text[end] === opening) depth += 1;
    if (text[end] === closing) depth -= 1;
    if (depth === 0) return end + 1;
  }
  return end;
}

function isNamePart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}

// Names in the lines of a text whose language has no parser here.
const PLAIN_WORD = /[\p{L}_$][\p{L}\p{N}_$]{4,79}/gu;
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
    for (const [word] of line.matchAll(PLAIN_WORD)) take(word, { line, row }, found);
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
