/** How one engine writes its sessions as lines of JSON. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { type Fields, textField } from '../../stream-fields.ts';
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

// Sessions that are trees: of all branches the last one counts, from what was written last up to the root.
export interface TreeKeys {
  readonly id: string;
  readonly parent: string;
}

export function lastBranch({ id, parent }: TreeKeys): Survey {
  // Both stand near the beginning of a line, where its engine wrote it: that saves parsing it twice.
  const near = new RegExp(
    String.raw`^\{(?:"type":\s?"\w{1,40}",\s?)?"${id}":\s?"([\w-]{1,80})",\s?"${parent}":\s?(?:null|"([\w-]{1,80})")`,
  );
  const parents = new Map<string, string | null>();
  let last: string | null = null;
  const nodeOf = (line: string): readonly [string, string | null] | null => {
    const found = near.exec(line);
    if (found?.[1] !== undefined) return [found[1], found[2] ?? null];
    const record = tryParseJson(line);
    if (!isRecord(record)) return null;
    const name = textField(record, id);
    return name === null ? null : [name, textField(record, parent)];
  };
  return {
    see: (line) => {
      const node = nodeOf(line);
      if (node === null) return;
      parents.set(...node);
      last = node[0];
    },
    keeps: () => {
      const path = new Set<string>();
      for (let at = last; at !== null && !path.has(at); at = parents.get(at) ?? null) path.add(at);
      return (record) => {
        const name = textField(record, id);
        return name === null || path.has(name);
      };
    },
  };
}
