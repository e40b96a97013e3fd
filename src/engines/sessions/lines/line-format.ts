/** How one engine writes its sessions as lines of JSON. */
import type { Fields } from '../../stream-fields.ts';
import type { Move } from '../moves/move.ts';

export interface LineFormat {
  /** For one pass through a session, oldest record first. */
  reader(): RecordReader;
  /** For engines whose sessions branch or are taken back: what of a file is still part of its conversation. */
  survey?(): Survey;
}

/** @param cwd of the session, as far as it is known by then */
export type RecordReader = (record: Fields, cwd: string | null) => Reading | 'unknown';

export interface Reading {
  readonly about?: About;
  readonly moves: readonly Move[];
}

/** What a record says of its session; the last word counts, of `startedAt` the first. */
export interface About {
  readonly id?: string | null;
  readonly cwd?: string | null;
  readonly branch?: string | null;
  /** What its engine, or a person, calls it. */
  readonly title?: string | null;
  readonly startedAt?: string | null;
}

export interface Survey {
  see(line: string): void;
  /** After all lines were seen. */
  keeps(): (record: Fields) => boolean;
}
