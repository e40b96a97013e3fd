/** Release notes as lines: headings of each markup told from text, code and what is never shown. Pure. */
import { readReleaseHeading } from './release-heading.ts';

export type NotesLine =
  | {
      readonly kind: 'heading';
      /** 1 is the highest. */
      readonly level: number;
      readonly title: string;
      readonly line: number;
      /** The underline, where it has one. */
      readonly end: number;
    }
  | { readonly kind: 'text'; readonly text: string; readonly indent: number; readonly line: number }
  | { readonly kind: 'blank'; readonly line: number }
  /** Fenced code with its fences. */
  | { readonly kind: 'code'; readonly line: number }
  /** Comments, link references, directives, rules: no part of any entry. */
  | { readonly kind: 'quiet'; readonly line: number };

export type NotesMarkup = 'markdown' | 'rst' | 'asciidoc' | 'plain';

/** What is read of a line; an entry keeps fewer characters than that. */
const MAX_LINE = 4_000;

const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const EQUALS = /^(={1,6})(?=[ \t])/;
const FENCE = /^([ \t]*)(`{3,}|~{3,})/;
const LINK_REFERENCE = /^ {0,3}\[[^\]]{1,300}\]:(?:\s|$)/;
const DIRECTIVE = /^\s*\.\. /;
const ROW = /^([=\-~^"'+*#<>.:_`])\1{2,}\s*$/;

export function markupOf(path: string): NotesMarkup {
  if (/\.rst$/i.test(path)) return 'rst';
  if (/\.(?:adoc|asciidoc)$/i.test(path)) return 'asciidoc';
  return /\.(?:md|markdown|mdx)$/i.test(path) ? 'markdown' : 'plain';
}

/** Every line once, in order; an underline is part of its heading. Lines end at `\n` or `\r\n`. */
export function readNotesLines(text: string, markup: NotesMarkup): readonly NotesLine[] {
  const written = text.replace(/^\uFEFF/, '').split('\n');
  if (written.at(-1) === '') written.pop();
  const raws = markup === 'rst' && hasDirectives(written) ? withoutDirectives(written) : written;
  const reader = new LineReader(markup, raws.findLastIndex((raw) => raw.includes('-->')) + 1);
  raws.forEach((raw, index) => reader.take(raw.slice(0, MAX_LINE).trimEnd(), index + 1));
  return reader.lines;
}

/** Blanks before the first other character, a tab up to the next multiple of four. */
export function indentOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === ' ') width += 1;
    else if (character === '\t') width += 4 - (width % 4);
    else break;
  }
  return width;
}

class LineReader {
  readonly lines: NotesLine[] = [];
  readonly #markup: NotesMarkup;
  /** A comment that begins after the last end of one is none: it would hide the rest of the file. */
  readonly #lastCommentEnd: number;
  /** Styles of underlines in the order in which they came: reStructuredText's levels. */
  readonly #styles: string[] = [];
  #fence: { readonly marks: string; readonly indent: number } | null = null;
  #inComment = false;

  constructor(markup: NotesMarkup, lastCommentEnd: number) {
    this.#markup = markup;
    this.#lastCommentEnd = lastCommentEnd;
  }

  take(raw: string, line: number): void {
    if (this.#fence !== null && this.#takeCode(raw, line)) return;
    const text = this.#markup === 'rst' ? raw : this.#withoutComments(raw, line);
    if (text.trim() === '') {
      this.lines.push({ kind: raw.trim() === '' ? 'blank' : 'quiet', line });
      return;
    }
    if (this.#markup !== 'rst') {
      const fence = FENCE.exec(text);
      if (fence !== null && !opensAndCloses(text)) {
        this.#fence = { marks: fence[2] ?? '', indent: indentOf(fence[1] ?? '') };
        this.lines.push({ kind: 'code', line });
        return;
      }
      const atx = (this.#markup === 'asciidoc' ? EQUALS : ATX).exec(text);
      if (atx !== null) {
        this.#heading(atx[1]?.length ?? 1, atxTitle(text.slice(atx[0].length)), [line, line]);
        return;
      }
    }
    if (this.#takeUnderline(text, line)) return;
    this.lines.push(isQuiet(text, this.#markup) ? { kind: 'quiet', line } : plainLine(text, line));
  }

  #heading(level: number, title: string, [line, end]: readonly [number, number]): void {
    this.lines.push({ kind: 'heading', level, title, line, end });
  }

  /** False when the fence had ended: the list entry that held it is over. */
  #takeCode(raw: string, line: number): boolean {
    const fence = this.#fence;
    if (fence === null) return false;
    const trimmed = raw.trim();
    if (fence.indent >= 2 && trimmed !== '' && indentOf(raw) === 0) {
      this.#fence = null;
      return false;
    }
    this.lines.push({ kind: 'code', line });
    const closed =
      trimmed.length >= fence.marks.length &&
      trimmed === (fence.marks[0] ?? '').repeat(trimmed.length);
    if (closed) this.#fence = null;
    return true;
  }

  #withoutComments(raw: string, line: number): string {
    if (!this.#inComment && (line > this.#lastCommentEnd || /`[^`]*<!--/.test(raw))) return raw;
    let kept = '';
    let rest = raw;
    while (rest !== '') {
      const mark = rest.indexOf(this.#inComment ? '-->' : '<!--');
      if (!this.#inComment) kept += mark === -1 ? rest : rest.slice(0, mark);
      if (mark === -1) return kept;
      rest = rest.slice(mark + (this.#inComment ? 3 : 4));
      this.#inComment = !this.#inComment;
    }
    return kept;
  }

  #takeUnderline(text: string, line: number): boolean {
    const row = ROW.exec(text);
    const above = this.lines.at(-1);
    if (this.#markup === 'asciidoc') return false;
    if (row === null || above?.kind !== 'text' || above.indent > 3) return false;
    const mark = row[1] ?? '';
    const title = above.text.trim();
    if (this.#markup === 'markdown' && mark !== '=' && mark !== '-') return false;
    if (this.#markup === 'rst' && text.trim().length < Math.min(title.length, 3)) return false;
    if (/^(?:[-*+>|]|\d+[.)])(?:\s|$)/.test(title)) return false;
    const before = this.lines.at(-2);
    const alone = before === undefined || before.kind !== 'text';
    if (!alone && readReleaseHeading(title)?.certainty !== 'sure') return false;
    this.lines.pop();
    this.#heading(this.#levelOf(mark, this.#hasOverline(above.line)), title, [above.line, line]);
    return true;
  }

  #hasOverline(line: number): boolean {
    const before = this.lines.at(-1);
    return this.#markup === 'rst' && before?.kind === 'quiet' && before.line === line - 1;
  }

  #levelOf(mark: string, overlined: boolean): number {
    if (this.#markup === 'markdown') return mark === '=' ? 1 : 2;
    const style = `${mark}${overlined ? 'over' : ''}`;
    if (!this.#styles.includes(style)) this.#styles.push(style);
    return this.#styles.indexOf(style) + 1;
  }
}

function plainLine(text: string, line: number): NotesLine {
  return { kind: 'text', text, indent: indentOf(text), line };
}

function atxTitle(text: string): string {
  return text
    .trim()
    .replace(/(?:^|(?<=[ \t]))#+$/, '')
    .trimEnd();
}

/** ```` ```code``` ```` within one line is not a fence. */
function opensAndCloses(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('`') && trimmed.replace(/^`+/, '').includes('`');
}

function isQuiet(text: string, markup: NotesMarkup): boolean {
  if (markup !== 'markdown' && ROW.test(text)) return true;
  if (markup === 'asciidoc') return /^(?:\/\/|:[\w-]+:|\[[^\]]*\]$)/.test(text);
  if (markup === 'rst') return DIRECTIVE.test(text) || /^:[a-z]+:/.test(text);
  return LINK_REFERENCE.test(text) || isRule(text);
}

/** `---`, `* * *`, `___`. */
function isRule(text: string): boolean {
  const dense = text.replaceAll(/[ \t]/g, '');
  const mark = dense[0] ?? '';
  return dense.length >= 3 && '-*_='.includes(mark) && dense === mark.repeat(dense.length);
}

// Release notes as directives of reStructuredText (`.. changelog::` over `.. change::`, as sphinx's changelog has them), made
// into the headings and bullets that every other file has. Pure; each line stays where it is.

interface OpenRelease {
  /** Index of the line with its version; `null`: none yet. */
  at: number | null;
  version: string;
  released: string;
  /** Its options end with the first line that is none. */
  isOpen: boolean;
}

interface OpenChange {
  readonly indent: number;
  tickets: readonly string[];
  /** Index of its last line of words; `null`: none yet. */
  last: number | null;
}

const RELEASE = /^\s*\.\. changelog::/;
const CHANGE = /^(\s*)\.\. change::/;
const OPTION = /^\s+:([a-z_]+):\s*(.*)$/;

export function hasDirectives(raws: readonly string[]): boolean {
  return raws.some((raw) => CHANGE.test(raw));
}

/** Lines in, as many lines out. */
export function withoutDirectives(raws: readonly string[]): readonly string[] {
  const lines = raws.map((raw) => raw.trimEnd());
  let release: OpenRelease | null = null;
  let change: OpenChange | null = null;
  const close = (): void => {
    if (change !== null && change.last !== null && change.tickets.length > 0)
      lines[change.last] += ` (${change.tickets.map((number) => `#${number}`).join(', ')})`;
    change = null;
  };
  raws.forEach((raw, index) => {
    const begins = CHANGE.exec(raw);
    const option = OPTION.exec(raw);
    if (RELEASE.test(raw)) {
      close();
      release = { at: null, version: '', released: '', isOpen: true };
      lines[index] = '';
    } else if (begins !== null) {
      close();
      change = { indent: begins[1]?.length ?? 0, tickets: [], last: null };
      lines[index] = '';
    } else if (change !== null && change.last === null && option !== null) {
      if (option[1] === 'tickets') change.tickets = option[2]?.match(/\d{1,9}/g) ?? [];
      lines[index] = '';
    } else if (release?.isOpen === true && option !== null) {
      if (option[1] === 'version') Object.assign(release, { at: index, version: option[2] });
      if (option[1] === 'released') release.released = option[2] ?? '';
      lines[index] = '';
    } else if (release?.isOpen === true) {
      release.isOpen = false;
      writeHeading(lines, release);
    } else if (raw.trim() !== '' && !/^\s/.test(raw)) {
      close();
    } else if (change !== null && raw.trim() !== '') {
      if (change.last === null) lines[index] = `${' '.repeat(change.indent)}- ${raw.trim()}`;
      change.last = index;
    }
  });
  close();
  return lines;
}

/** On the line of the version, and on the next, which is an option or empty. */
function writeHeading(lines: string[], { at, version, released }: OpenRelease): void {
  if (at === null) return;
  const title = `${version} (${released.trim() === '' ? 'unreleased' : released.trim()})`;
  lines[at] = title;
  if (at + 1 < lines.length) lines[at + 1] = '`'.repeat(title.length);
}
