/** What a file of code defines, imports and uses, as plain data. */
import type { DefinitionKind, ImportRead } from './language-table.ts';

/** Rows are from 0, `to` is one behind the last. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

export interface Definition extends Rows {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** Class, interface, `impl`, receiver, object that it belongs to. */
  readonly container: string | null;
  /** Without its body, white space as one blank. */
  readonly signature: string;
  /** What it extends or implements. */
  readonly heritage: readonly string[];
}

export interface Use {
  readonly name: string;
  /** `member`: behind a dot; `key`: as a field in a literal. */
  readonly how: 'bare' | 'member' | 'key';
  /** The word before the dot. */
  readonly on: string | null;
  readonly row: number;
  readonly called: boolean;
  /** A parameter or variable of the function is called the same. */
  readonly local: boolean;
  /** The class, or the like, in which it stands. */
  readonly within: string | null;
}

export interface CodeRead {
  readonly definitions: readonly Definition[];
  readonly imports: readonly (ImportRead & Rows)[];
  /** On the lines asked for. */
  readonly uses: readonly Use[];
  /** Comments that touch the lines asked for. */
  readonly comments: readonly Rows[];
  readonly package: string | null;
}
