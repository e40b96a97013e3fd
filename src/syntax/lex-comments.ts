/** Finds comments by a table of marks alone: one pass, no grammar. Pure. */
import type { Block, Lexicon, Literal } from './literals.ts';

/** Offsets in UTF-16 units; `end` is behind the last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Read as a comment, and a string to the program, which may show it: a docstring. */
  readonly shown?: true;
}

/** In order, none within another. What is not closed goes on to the end. */
export function lexComments(text: string, lexicon: Lexicon): readonly Span[] {
  return new Lexer(text, lexicon).comments();
}

class Lexer {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #found: Span[] = [];
  readonly #missing = new Set<string>();
  #at = 0;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
  }

  comments(): readonly Span[] {
    this.#readCode(null, 0);
    return this.#found;
  }

  /** Up to what closes the code within a literal, or the end of the text. */
  #readCode(within: readonly [string, string] | null, level: number): void {
    const opening = within?.[0].at(-1) ?? '';
    let depth = 0;
    while (this.#at < this.#text.length) {
      if (this.#readComment() || this.#readLiteral(level)) continue;
      const char = this.#text[this.#at] ?? '';
      this.#at += 1;
      if (within === null) continue;
      if (char === opening) depth += 1;
      if (char === within[1] && (depth -= 1) < 0) return;
    }
  }

  #readComment(): boolean {
    const start = this.#at;
    // What nothing ends only looks like one: `{#if`.
    const block = this.#lexicon.blocks?.find(
      ({ open, close }) =>
        this.#text.startsWith(open, start) && this.#text.includes(close, start + open.length),
    );
    if (block !== undefined) this.#at = endOfBlock(this.#text, start, block);
    else if (this.#match(this.#lexicon.line) !== null) this.#at = endOfLine(this.#text, start);
    else return false;
    this.#found.push({ start, end: this.#at });
    return true;
  }

  #readLiteral(level: number): boolean {
    for (const literal of this.#lexicon.literals ?? []) {
      const opening = this.#match(literal.open);
      if (opening === null) continue;
      const [open] = opening;
      if (literal.closer !== undefined) {
        const end = this.#endAt(literal.closer(opening), this.#at + open.length);
        if (end === null) continue;
        this.#at = end;
      } else if (literal.endOf !== undefined) this.#at = literal.endOf(this.#text, this.#at);
      else this.#at += Math.max(1, open.length);
      if (literal.close !== undefined) this.#readTo(literal, literal.close, level);
      return true;
    }
    return false;
  }

  #readTo({ escape, lines, code }: Literal, close: string, level: number): void {
    const text = this.#text;
    while (this.#at < text.length) {
      if (code !== undefined && level < MAX_LEVEL && text.startsWith(code[0], this.#at)) {
        this.#at += code[0].length;
        this.#readCode(code, level + 1);
      } else if (escape === '\\' && text[this.#at] === '\\') this.#at += 2;
      else if (escape === 'double' && text.startsWith(close + close, this.#at))
        this.#at += 2 * close.length;
      else if (text.startsWith(close, this.#at)) {
        this.#at += close.length;
        return;
      } else if (text[this.#at] === '\n' && lines !== true) return;
      else this.#at += 1;
    }
  }

  #match(pattern: RegExp | undefined): RegExpExecArray | null {
    if (pattern === undefined) return null;
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  /** Behind the next closing mark. Each that is not there is looked for once; with too many, the rest of the text is no code. */
  #endAt(closer: string, from: number): number | null {
    if (this.#missing.size > MAX_MISSING) return this.#text.length;
    if (this.#missing.has(closer)) return null;
    const pattern = new RegExp(closer, 'gm');
    pattern.lastIndex = from;
    if (pattern.test(this.#text)) return pattern.lastIndex;
    this.#missing.add(closer);
    return null;
  }
}

/** Code in literals in code: deeper is not written by hand, and would use up the stack. */
const MAX_LEVEL = 20;
/** Different marks that open something and are never closed. */
const MAX_MISSING = 50;

function endOfBlock(text: string, start: number, { open, close, nested }: Block): number {
  let depth = 1;
  let at = start + open.length;
  while (at < text.length) {
    const end = text.indexOf(close, at);
    if (end < 0) return text.length;
    const inner = nested === true ? text.indexOf(open, at) : -1;
    if (inner >= 0 && inner < end) {
      depth += 1;
      at = inner + open.length;
      continue;
    }
    at = end + close.length;
    if ((depth -= 1) === 0) return at;
  }
  return text.length;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
