/** The words of a program in their colours: class names only, line by line. */
import type { HLJSApi } from 'highlight.js';

import type { Mark } from '../../../review/word-marks.ts';
import { visibleText } from './visible-text.ts';

// In which language a file is, as the highlighter calls it, by its name alone.

const BY_ENDING: Readonly<Record<string, readonly string[]>> = {
  bash: ['sh', 'bash', 'zsh', 'ksh', 'bats'],
  c: ['c', 'h'],
  cpp: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'ino'],
  csharp: ['cs', 'csx'],
  css: ['css'],
  diff: ['diff', 'patch'],
  go: ['go'],
  graphql: ['graphql', 'gql'],
  ini: ['ini', 'toml', 'cfg', 'conf', 'properties', 'editorconfig'],
  java: ['java'],
  javascript: ['js', 'mjs', 'cjs', 'jsx'],
  json: ['json', 'jsonc', 'json5', 'jsonl', 'webmanifest'],
  kotlin: ['kt', 'kts'],
  less: ['less'],
  lua: ['lua'],
  makefile: ['mk', 'mak'],
  markdown: ['md', 'markdown', 'mdx'],
  objectivec: ['m', 'mm'],
  perl: ['pl', 'pm', 't'],
  php: ['php', 'phtml'],
  python: ['py', 'pyi', 'pyw'],
  r: ['r'],
  ruby: ['rb', 'rake', 'gemspec', 'ru'],
  rust: ['rs'],
  scss: ['scss', 'sass'],
  sql: ['sql'],
  swift: ['swift'],
  typescript: ['ts', 'mts', 'cts', 'tsx'],
  vbnet: ['vb'],
  wasm: ['wat', 'wast'],
  xml: ['xml', 'html', 'htm', 'xhtml', 'svg', 'vue', 'svelte', 'plist', 'xsl', 'hbs'],
  yaml: ['yaml', 'yml'],
};

const BY_NAME: Readonly<Record<string, string>> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  vagrantfile: 'ruby',
  '.bashrc': 'bash',
  '.profile': 'bash',
  '.gitconfig': 'ini',
  '.npmrc': 'ini',
  'go.mod': 'go',
  'cargo.lock': 'ini',
};

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_ENDING).flatMap(([language, endings]) =>
    endings.map((ending) => [ending, language]),
  ),
);

/** A piece of a line, and the class of its colour; `null`: plain. */
interface Token {
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

/** A longer line is not written by hand, and colouring it would be slow. */
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

/** `null`: of none that is known. */
export function languageOf(path: string): string | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? null;
  const dot = name.lastIndexOf('.');
  return dot === -1 ? null : (ENDINGS.get(name.slice(dot + 1)) ?? null);
}

// One line of code as markup: its colours, the words that changed in it, and what would be invisible. Pure.
export interface CodeLine {
  readonly text: string;
  /** Of the whole line as it is in its file, which may continue where `text` was cut. */
  readonly tokens: readonly Token[] | null;
  readonly marks: readonly Mark[];
}

/** Classes only; nothing of the text is markup. */
export function codeMarkup({ text, tokens, marks }: CodeLine): string {
  const pieces = fits(text, tokens) ? tokens : [{ text, className: null }];
  let markup = '';
  let at = 0;
  for (const { text: whole, className } of pieces) {
    const piece = whole.slice(0, text.length - at);
    const inside = markedText(piece, at, marks);
    markup += className === null ? inside : `<span class="${className}">${inside}</span>`;
    at += piece.length;
    if (at >= text.length) break;
  }
  return markup;
}

/** Colours that do not belong to this text are none: a line is never shown other than it is. */
function fits(text: string, tokens: readonly Token[] | null): tokens is readonly Token[] {
  if (tokens === null) return false;
  const whole = tokens.map((token) => token.text).join('');
  return whole === text || whole.startsWith(text);
}

function markedText(piece: string, offset: number, marks: readonly Mark[]): string {
  let markup = '';
  let at = 0;
  for (const [from, to] of marks) {
    const begin = Math.max(from - offset, at);
    const end = Math.min(to - offset, piece.length);
    if (end <= begin) continue;
    markup += visibleText(piece.slice(at, begin));
    markup += `<mark>${visibleText(piece.slice(begin, end))}</mark>`;
    at = end;
  }
  return markup + visibleText(piece.slice(at));
}
