/**
 * Markdown as plain text for mails: wrapped, headings underlined, tables in columns or, where they are too wide, as lines of
 * `head: cell`. Every word of the text is still there, and every address of a link or an image.
 */
import type { Token } from 'markdown-it';

import { stripControls } from '../words/text.ts';
import { imageWords, markdownParser, saysWhere } from './markdown-parser.ts';

export interface PlainLook {
  /** Characters of a line, where words and code allow it. */
  readonly width?: number;
  /** Headings have a line of dashes below. */
  readonly underlined?: boolean;
}

/** Ends with a newline. */
export function markdownPlain(
  text: string,
  { width = 76, underlined = true }: PlainLook = {},
): string {
  const reader = { tokens: markdownParser().parse(stripControls(text), {}), at: 0, underlined };
  const lines = blocks(reader, width);
  return `${lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

/** Words of a paragraph on lines of at most `width` characters; what is longer than a line stays whole. */
export function wrapped(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly underlined: boolean;
  at: number;
}

/** Up to the end of what is open, with an empty line between blocks. */
function blocks(reader: Reader, width: number): readonly string[] {
  const lines: string[] = [];
  for (let token = next(reader); token !== null; token = next(reader)) {
    if (token.nesting === -1) return lines;
    const made = block(reader, token, width);
    if (made.length === 0) continue;
    if (lines.length > 0 && !token.hidden) lines.push('');
    lines.push(...made);
  }
  return lines;
}

function next(reader: Reader): Token | null {
  const token = reader.tokens[reader.at] ?? null;
  reader.at += 1;
  return token;
}

function block(reader: Reader, token: Token, width: number): readonly string[] {
  switch (token.type) {
    case 'inline':
      return wrapped(inlineText(token.children ?? []), width);
    case 'summary_open':
    case 'heading_open': {
      const lines = blocks(reader, width);
      if (!reader.underlined) return lines;
      const longest = Math.max(0, ...lines.map((line) => line.length));
      return [...lines, (token.tag === 'h1' ? '=' : '-').repeat(Math.max(3, longest))];
    }
    case 'fence':
    case 'code_block':
      return indented(token.content.replace(/\n+$/, '').split('\n'), '    ');
    case 'hr':
      return ['-'.repeat(Math.min(width, 40))];
    case 'blockquote_open':
      return indented(blocks(reader, Math.max(20, width - 2)), '> ');
    case 'bullet_list_open':
      return list(reader, width, () => '- ');
    case 'ordered_list_open': {
      const first = Number(token.attrGet('start') ?? 1);
      return list(reader, width, (at) => `${first + at}. `);
    }
    case 'table_open':
      return table(reader, width);
    default:
      return token.nesting === 1 ? blocks(reader, width) : wrapped(token.content, width);
  }
}

function list(reader: Reader, width: number, markOf: (at: number) => string): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; next(reader)?.type === 'list_item_open'; at += 1) {
    const mark = markOf(at);
    const [first = '', ...rest] = blocks(reader, Math.max(20, width - mark.length));
    lines.push(`${mark}${first}`, ...indented(rest, ' '.repeat(mark.length)));
  }
  return lines;
}

function table(reader: Reader, width: number): readonly string[] {
  const rows: string[][] = [];
  for (
    let token = next(reader);
    token !== null && token.type !== 'table_close';
    token = next(reader)
  ) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'inline')
      rows.at(-1)?.push(inlineText(token.children ?? []).replaceAll('\n', ' '));
  }
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const total = widths.reduce((sum, one) => sum + one + 2, -2);
  const row = (cells: readonly string[]): string =>
    widths.map((size, at) => (cells[at] ?? '').padEnd(size)).join('  ');
  const isHeadless = head.every((cell) => cell.trim() === '');
  if (total <= width)
    return [
      ...(isHeadless ? [] : [row(head), row(widths.map((size) => '-'.repeat(size)))]),
      ...body.map(row),
    ];
  if (isHeadless)
    return body.flatMap(([label = '', ...cells]) => {
      const [first = '', ...rest] = wrapped(`${label}: ${cells.join('  ')}`, width - 2);
      return [first, ...indented(rest, '  ')];
    });
  return body.flatMap((cells, at) => [
    ...(at === 0 ? [] : ['']),
    ...cells.flatMap((cell, column) => {
      const [first = '', ...rest] = wrapped(`${head[column] ?? ''}: ${cell}`, width);
      return [first, ...indented(rest, '  ')];
    }),
  ]);
}

function inlineText(tokens: readonly Token[]): string {
  let text = '';
  const open: { readonly href: string; readonly from: number }[] = [];
  for (const token of tokens) {
    switch (token.type) {
      case 'softbreak':
        text += ' ';
        break;
      case 'hardbreak':
        text += '\n';
        break;
      case 'code_inline':
        text += `\`${token.content}\``;
        break;
      case 'image':
        text += imageWords(token.content, String(token.attrGet('src') ?? ''));
        break;
      case 'link_open':
        open.push({ href: String(token.attrGet('href') ?? ''), from: text.length });
        break;
      case 'link_close': {
        const link = open.pop();
        if (link !== undefined && !saysWhere(text.slice(link.from), link.href))
          text += ` <${link.href}>`;
        break;
      }
      default:
        text += token.content;
    }
  }
  return text;
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let now = '';
  for (const word of line.split(/[ \t]+/)) {
    if (now !== '' && now.length + 1 + word.length > width) {
      lines.push(now);
      now = word;
    } else now = now === '' ? word : `${now} ${word}`;
  }
  return [...lines, now];
}

function indented(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => (line === '' && by.trim() === '' ? '' : `${by}${line}`));
}
