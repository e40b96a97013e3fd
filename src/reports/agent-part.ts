/**
 * An agent's Markdown, made safe to stand inside a report of ours.
 *
 * **Invariant:** what comes out holds no HTML, fetches nothing when it is looked at, has no heading above
 * `###`, and ends every block it begins: so no text of an agent can pass for the machine's part. The words stay.
 *
 * Escaping errs towards showing: where it is not certain that a renderer sees code, HTML is escaped.
 */
import { readMarkdownLines, type MarkdownLine } from '../words/markdown-lines.ts';
import { stripControls } from '../words/text.ts';

/** The level of an agent's highest heading; ours are above. */
const TOP_LEVEL = 3;

/** Markdown without a newline at its end; empty for a text of blanks. */
export function sanitiseAgentPart(markdown: string): string {
  const { frontMatter, body } = cutFrontMatter(stripControls(markdown));
  const lines = readMarkdownLines(body);
  const highest = lines.reduce(
    (level, line) => (line.kind === 'heading' ? Math.min(level, line.level) : level),
    6,
  );
  const shift = TOP_LEVEL - highest;
  const blocks = blocksOf(lines).map((block) => renderBlock(block, shift));
  const front = frontMatter === null ? [] : [fenced(frontMatter.split('\n'), 'yaml')];
  const whole = [...front, ...blocks].map((block) => block.join('\n'));
  return joinBlocks(whole);
}

/** Blank lines at the borders of blocks are ours to choose; inside a fence they belong to the code. */
function joinBlocks(blocks: readonly string[]): string {
  const parts: string[] = [];
  let gap = '';
  for (const block of blocks) {
    const next = block.replace(/^(?:[ \t]*\n)+/, '');
    if (next.length < block.length) gap = '\n\n';
    const text = next.trimEnd();
    if (text === '') {
      gap = '\n\n';
      continue;
    }
    if (parts.length > 0) parts.push(gap);
    parts.push(text);
    gap = next.slice(text.length).includes('\n') ? '\n\n' : '\n';
  }
  return parts.join('');
}

type Block =
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'text'; readonly lines: readonly string[] };

function blocksOf(lines: readonly MarkdownLine[]): readonly Block[] {
  const blocks: Block[] = [];
  let index = 0;
  while (index < lines.length) {
    const first = lines[index];
    if (first === undefined) break;
    if (first.kind === 'heading') {
      blocks.push(first);
      index += 1;
      continue;
    }
    const from = index;
    const end = first.kind === 'code' ? endOfFence(lines, from) : endOfText(lines, from);
    const part = lines
      .slice(from, end)
      .flatMap((line) => (line.kind === 'heading' ? [] : line.text));
    blocks.push({ kind: first.kind, lines: part });
    index = end;
  }
  return blocks;
}

/** `readMarkdownLines` marks fence and content alike; the first line of a run opens, an equal fence closes. */
function endOfFence(lines: readonly MarkdownLine[], from: number): number {
  const opening = lines[from];
  const marks = opening?.kind === 'code' ? (/[`~]{3,}/.exec(opening.text)?.[0] ?? '```') : '```';
  for (let index = from + 1; index < lines.length; index += 1) {
    const line = lines[index];
    if (line?.kind !== 'code') return index;
    const text = line.text.trim();
    const same = text.length >= marks.length && text === (marks[0] ?? '`').repeat(text.length);
    if (same && /^ {0,3}\S/.test(line.text)) return index + 1;
  }
  return lines.length;
}

function endOfText(lines: readonly MarkdownLine[], from: number): number {
  let end = from + 1;
  while (lines[end]?.kind === 'text') end += 1;
  return end;
}

function renderBlock(block: Block, shift: number): readonly string[] {
  switch (block.kind) {
    case 'heading': {
      const level = Math.min(6, block.level + Math.max(0, shift));
      return ['', `${'#'.repeat(level)} ${safeLines([block.title])[0] ?? ''}`.trimEnd(), ''];
    }
    case 'code': {
      const [opening = '', ...rest] = block.lines;
      const indent = /^ */.exec(opening)?.[0].length ?? 0;
      const language = /^[A-Za-z0-9_+-]{0,20}/.exec(opening.trim().replace(/^[`~]+ */, ''))?.[0];
      const inside = rest
        .slice(0, -1)
        .map((line) => line.replace(new RegExp(`^ {0,${indent}}`), ''));
      return fenced(inside, language ?? '');
    }
    case 'text':
      return safeLines(block.lines);
  }
}

/** Always at the margin and with blank lines around, where every renderer agrees that it is a fence. */
function fenced(lines: readonly string[], language: string): readonly string[] {
  const longest = lines
    .flatMap((line) => line.match(/`{3,}/g) ?? [])
    .reduce((length, run) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return ['', `${fence}${language}`, ...lines, fence, ''];
}

/** Lines of text up to a blank one share their backticks: after one without partner nothing counts as code. */
function safeLines(lines: readonly string[]): readonly string[] {
  let trusted = true;
  return lines.flatMap((line, index) => {
    if (line.trim() === '') trusted = true;
    const parts = trusted ? splitCode(line) : null;
    if (parts === null) trusted = false;
    const safe = (parts ?? [{ code: false, text: line }])
      .map(({ code, text }) => (code ? text : withoutMarkup(text)))
      .join('');
    // Under a list item or a cell, some renderers take a line of dashes for the underline of a heading.
    const underlines =
      /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && (lines[index - 1] ?? '').trim() !== '';
    return underlines ? ['', safe] : [withoutInnerHeading(safe)];
  });
}

interface LinePart {
  readonly code: boolean;
  readonly text: string;
}

/** `null` when a renderer may see the code elsewhere: a lone or escaped backtick, or a cell's border inside. */
function splitCode(line: string): readonly LinePart[] | null {
  if (line.includes('\\`')) return null;
  const parts: LinePart[] = [];
  let rest = line;
  for (;;) {
    const open = /`+/.exec(rest);
    if (open === null) return [...parts, { code: false, text: rest }];
    const after = rest.slice(open.index + open[0].length);
    const close = new RegExp(`(?<!\`)\`{${open[0].length}}(?!\`)`).exec(after);
    if (close === null) return null;
    const inside = after.slice(0, close.index);
    if (inside.includes('|')) return null;
    parts.push({ code: false, text: rest.slice(0, open.index) });
    parts.push({ code: true, text: `${open[0]}${inside}${close[0]}` });
    rest = after.slice(close.index + close[0].length);
  }
}

/** As entities: no tag, no comment, no image. One behind a backslash of its own would be read letter by letter. */
function withoutMarkup(text: string): string {
  return text.replaceAll(
    /(\\*)(<|!\[)/g,
    (_, slashes: string, mark: string) =>
      `${slashes.length % 2 === 1 ? slashes.slice(1) : slashes}${mark === '<' ? '&lt;' : '&#33;['}`,
  );
}

/** A heading inside a quote or a list would have any size it likes. */
function withoutInnerHeading(line: string): string {
  return line.replace(
    /^((?:[ \t]*(?:>|[-*+]|[0-9]{1,9}[.)]))+[ \t]*|[ \t]+)(#{1,6}(?=[ \t]|$)|=+[ \t]*$)/,
    '$1\\$2',
  );
}

function cutFrontMatter(text: string): {
  readonly frontMatter: string | null;
  readonly body: string;
} {
  const match = /^\s*---\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const inside = match?.[1];
  if (match === null || inside === undefined) return { frontMatter: null, body: text };
  return { frontMatter: inside, body: text.slice(match[0].length) };
}
