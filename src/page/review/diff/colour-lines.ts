/** The words of a program in their colours: class names only, line by line. */
import type { HLJSApi } from 'highlight.js';

import { languageOf } from './language-of.ts';

/** A piece of a line, and the class of its colour; `null`: plain. */
export interface Token {
  readonly text: string;
  readonly className: string | null;
}

/** By line, from 0. */
export type ColouredLines = readonly (readonly Token[])[];

export interface ColourRequest {
  readonly path: string;
  readonly text: string;
}

/** A larger file is shown in one colour. */
export const MOST_COLOURED_BYTES = 500_000;
export const MOST_COLOURED_LINES = 5_000;
/** Nobody wrote such a line, and its colours would take long. */
const MOST_LINE = 5_000;

export type Colouring =
  | { readonly kind: 'coloured'; readonly lines: ColouredLines }
  /** Of no language that is known, or there is nothing. */
  | { readonly kind: 'plain' }
  /** Too much of it; to be said. */
  | { readonly kind: 'too-much' };

export async function colourLines({ path, text }: ColourRequest): Promise<Colouring> {
  const language = languageOf(path);
  if (language === null || text === '') return { kind: 'plain' };
  if (isTooMuch(text)) return { kind: 'too-much' };
  const { default: highlighter } = await import('highlight.js/lib/common');
  return { kind: 'coloured', lines: linesOf(highlight(highlighter, text, language)) };
}

function highlight(highlighter: HLJSApi, text: string, language: string): string {
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}

function isTooMuch(text: string): boolean {
  if (text.length > MOST_COLOURED_BYTES) return true;
  const lines = text.split('\n');
  return lines.length > MOST_COLOURED_LINES || lines.some(({ length }) => length > MOST_LINE);
}

const PIECE = /<span class="([^"]*)">|<\/span>|[^<]+|</g;

/** What the highlighter writes: text with five entities, and spans, which may go over line ends and into one another. */
function linesOf(markup: string): ColouredLines {
  const lines: Token[][] = [[]];
  const open: string[] = [];
  for (const match of markup.matchAll(PIECE)) {
    const [piece, className] = match;
    if (className !== undefined) open.push(className);
    else if (piece === '</span>') open.pop();
    else addText(lines, piece, open.at(-1) ?? null);
  }
  return lines;
}

function addText(lines: Token[][], piece: string, className: string | null): void {
  const colour = className !== null && /^hljs-[a-z_ -]+$/.test(className) ? className : null;
  for (const [at, part] of unescape(piece).split('\n').entries()) {
    if (at > 0) lines.push([]);
    if (part !== '') lines.at(-1)?.push({ text: part, className: colour });
  }
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};

function unescape(text: string): string {
  return text.includes('&')
    ? text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (one) => CHARACTERS[one] ?? one)
    : text;
}
