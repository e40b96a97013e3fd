/** What an agent's report begins with: its summary, else its first words. Pure. */
import { headingWord, readMarkdownLines, type MarkdownLine } from '../words/markdown-lines.ts';
import { oneLine } from '../words/text.ts';

/** Hostile Markdown, at most `max` characters, whole lines. Empty when there is none. */
export function firstWordsOf(report: string, max = 1_500): string {
  const lines = readMarkdownLines(report);
  const start = lines.findIndex(
    (line) => line.kind === 'heading' && headingWord(line.title).startsWith('summary'),
  );
  const from = start === -1 ? lines.findIndex(({ kind }) => kind !== 'heading') : start + 1;
  if (from === -1) return '';
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => line.kind === 'heading');
  const told = end === -1 ? rest : rest.slice(0, end);
  const kept: MarkdownLine[] = [];
  let left = max;
  for (const line of told) {
    if (line.kind === 'heading') break;
    left -= line.text.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const isCut = kept.length < told.length;
  // A block of code that is not there whole would swallow what follows.
  if (isCut) while (kept.at(-1)?.kind === 'code') kept.pop();
  const words = kept.map((line) => (line.kind === 'heading' ? '' : line.text));
  return [...words, ...(isCut ? ['…'] : [])].join('\n').trim();
}

/** What a whole report says first, in one line of at most `max` characters, without marks, lists and facts for programs. */
export function firstLineOf(markdown: string, max: number): string {
  const end = markdown.startsWith('---\n') ? markdown.indexOf('\n---\n') : -1;
  const words = firstWordsOf(end < 0 ? markdown : markdown.slice(end + 5), 600);
  const [first = ''] = words.split(/\n\s*\n|\n\s*[-*+] /, 1);
  const parts = first.split('`').map((part, at) => (at % 2 === 1 ? part : withoutMarks(part)));
  return oneLine(parts.join(''), max);
}

/** Underscores within words are none, and what is escaped stands for itself. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/(?<!\\)\*+|^\s*#{1,6}\s+/gm, '')
    .replaceAll(/(?<![\p{L}\p{N}_\\])_+(?=\S)|(?<=\S)(?<!\\)_+(?![\p{L}\p{N}_])/gu, '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!<>|~-])/g, '$1');
}
