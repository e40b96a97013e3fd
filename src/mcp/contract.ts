/**
 * The Model Context Protocol server: an agent looks up what runs, sessions and people left here, and, in a run, writes
 * the records of the contract with an agent.
 *
 * Every caller is treated as hostile, and so is all returned text: arguments are checked against strict schemas, answers
 * are bounded, redacted, and fenced as data that names its source. A call that cannot be done returns an answer with the
 * next step; no call ends the server.
 */
import type { ZodType } from 'zod';

import type { RunRecords } from '../runtime/told/run-records.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import type { Workspace } from '../workspace/contract.ts';

/** What the tools work with. */
export interface Desk {
  readonly workspace: Workspace;
  /** The run that it serves; `null`: a person's own session. */
  readonly run: RunRecords | null;
  readonly redactor: Redactor;
  /** A user's name, or `run <id>`. */
  readonly by: string;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: ZodType;
  readonly readOnly: boolean;
  /** Throws AppError. Gives text as it is answered, fenced where it is not ours. */
  readonly call: (desk: Desk, input: unknown) => Promise<string>;
}

/** One entry of a list: small, its id first. `answer.ts` redacts it and writes it as one line of JSON. */
export type Row = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface RowFilter {
  readonly routine: string | null;
  readonly state: string | null;
}

export interface Passage {
  /** Whose words these are, for the label: `the report of run 01J…`. */
  readonly source: string;
  /** A piece of it, or all. */
  readonly text: string;
  /** By which the next piece is asked for; absent: the answer cuts the text itself. */
  readonly next?: string | null;
}

export interface ReadQuestion {
  readonly id: string;
  /** Of a branch: a file or folder. */
  readonly path: string | null;
  /** Characters to pass over; of a branch's text bytes. */
  readonly offset: number;
}

/** One kind of thing that can be listed and read. */
export interface Kind {
  /** Newest, or most urgent, first. */
  readonly list: (desk: Desk, filter: RowFilter) => Promise<readonly Row[]>;
  readonly read: (desk: Desk, question: ReadQuestion) => Promise<Passage>;
}
