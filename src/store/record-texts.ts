/**
 * Texts of one kind of record by name, which most ports are built on: files of a folder, or rows of a table. A text stays as
 * it was written, byte by byte.
 */
export interface RecordTexts {
  /** For people: where the record of that name is. */
  placeOf(name: string): string;
  /** `null`: there is none. */
  read(name: string): Promise<string | null>;
  /** Sorted, those that were set aside included. */
  names(): Promise<readonly string[]>;
  /** Visits `*.json`, by name. */
  each(visit: (name: string, text: string) => void): Promise<void>;
  /** Exclusively: false when one of that name is there. Durable when it resolves. */
  create(name: string, text: string): Promise<boolean>;
  /** Replaces what was there. Durable when it resolves. */
  write(name: string, text: string): Promise<void>;
  /** Compare and set: no other `update` comes between reading and writing. Where `change` throws, nothing is written. */
  update(name: string, change: (text: string | null) => string): Promise<void>;
  /** Safe to repeat. */
  remove(name: string): Promise<void>;
  /** Counts it as written now; false when there is none. */
  touch(name: string): Promise<boolean>;
  /** When it was written; `null`: there is none. */
  writtenAt(name: string): Promise<Date | null>;
  /** Removes those of the names that were written before; gives how many. */
  removeOlder(names: readonly string[], before: Date): Promise<number>;
  /** Keeps what cannot be read under another name; another process may have done so already. */
  setAside(name: string): Promise<void>;
  /** Another one whenever a record is written, comes or goes. */
  stamp(): Promise<string>;
}

/** Where each kind is, relative to the state folder; a kind of rows has the same name. */
export const TEXT_KINDS = [
  // Single records, such as the schedule's cursor.
  'workspace',
  'findings',
  'items',
  'proposals',
  'messages',
  'told',
  'notes',
  'plans',
  'memories',
  'definitions',
  'deployments',
  'pauses',
  'accounts',
  'enabled',
  'audit',
  // Single records of review.
  'review',
  'review/verdicts',
  'review/choices',
  'review/landings',
  'review/discarded',
  'review/comments',
  'review/unions',
  'review/judgements',
  'review/pull-requests',
] as const;

export type TextKind = (typeof TEXT_KINDS)[number];

/** Texts of each kind. */
export type TextsOf = (kind: TextKind) => RecordTexts;
