/** What descriptions of languages are made of: marks of comments and strings. */

/** A literal whose contents are no comment. */
export interface Literal {
  /** At its beginning, sticky, and never far beyond. Where nothing tells its end, all of the literal. */
  readonly open: RegExp;
  readonly close?: string;
  /** An expression for its closing mark, by what `open` found; where there is none, it is no literal. */
  readonly closer?: (opening: RegExpExecArray) => string;
  /** Where it ends, by where it begins. */
  readonly endOf?: (text: string, start: number) => number;
  /** `\\`: a backslash takes the next character with it. `double`: the closing mark twice stands for itself. */
  readonly escape?: '\\' | 'double';
  /** Whether it may go on after the end of its line. */
  readonly lines?: boolean;
  /** What begins code inside of it, and ends it: `${` and `}`. */
  readonly code?: readonly [open: string, close: string];
}

export interface Lexicon {
  /** At the beginning of a comment that ends with its line, sticky. */
  readonly line?: RegExp;
  readonly blocks?: readonly Block[];
  readonly literals?: readonly Literal[];
}

export interface Block {
  readonly open: string;
  readonly close: string;
  readonly nested?: boolean;
}

export const C_BLOCK: Block = { open: '/*', close: '*/' };
export const NESTED_C: Block = { ...C_BLOCK, nested: true };
export const MARKUP: Block = { open: '<!--', close: '-->' };
export const SLASHES = /\/\//y;
/** At the beginning of a word: `$#`, `a#b` and `#{` begin none. */
export const HASH = /(?<![^\s;&|(){}])#/y;
export const HASH_ANYWHERE = /#/y;
/** First on its line. */
export const leading = (marks: string): RegExp =>
  new RegExp(`(?=${marks})(?<=^[ \\t]*)(?:${marks})`, 'my');

export const DOUBLE: Literal = { open: /"/y, close: '"', escape: '\\' };
export const SINGLE: Literal = { open: /'/y, close: "'", escape: '\\' };
export const LONG_DOUBLE: Literal = { open: /"/y, close: '"', escape: '\\', lines: true };
export const TRIPLE: Literal = { open: /"""/y, close: '"""', escape: '\\', lines: true };
export const TRIPLE_SINGLE: Literal = { open: /'''/y, close: "'''", escape: '\\', lines: true };
export const RAW_TRIPLE: Literal = { open: /"""/y, close: '"""', lines: true };
export const BACKQUOTED: Literal = { open: /`/y, close: '`', lines: true };
/** One character in quotes: a single quote means something else elsewhere. */
export const CHARACTER: Literal = { open: /'(?:[^'\\\n]|\\[^\n]{1,9}?)'/y };
export const DOLLAR = ['${', '}'] as const;
export const LONG_BRACKETS: Literal = {
  open: /\[(={0,9})\[/y,
  closer: ([, marks = '']) => `\\]${marks}\\]`,
};
/** The end of a heredoc. */
export const lineOf = (word: string): string => `\\n[ \\t]*${word}$`;
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
