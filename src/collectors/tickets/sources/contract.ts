/**
 * The port of ticket sources: files, and what a connection may be (`TicketsRole`).
 *
 * A source is asked for what was made or changed since an instant, or since the mark that it gave last time; what comes
 * twice or was told before is left out later, by id. It may therefore give too much, and never too little: it asks a bit
 * further back than its mark (`OVERLAP_MS`), since clocks differ and lists lag behind. Its records carry their own ids.
 *
 * A reading gives all that it was asked for, or throws an AppError. Only the bounds below end one in between: then it says so
 * in `cut`, and its mark leads to the rest. A mark counts only once a good run told what was read. It moves neither past
 * what was read, nor past `until`: what came in after the window is read again by the next run.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Environment } from '../../../platform/environment.ts';
import type { Learn } from '../../../platform/outward/read-credential.ts';
import type { Connection } from '../../../words/connection.ts';
import type { Collector } from '../../../words/routine.ts';
import type { PlainJson } from '../../../words/ticket.ts';
import type { RecordsRead } from '../ticket-record.ts';

/** What makes a connection a source of tickets. */
export interface TicketsRole<One extends Connection = Connection> {
  /** Its records are plain JSON, of which `items` and `fields` of the routine say what is where. */
  readonly mapped: boolean;
  /** Throws an AppError when it cannot be had. */
  open(request: SourceRequest<One>): Promise<TicketSource>;
}

/** What the source of one kind of connection is opened with. */
export interface SourceRequest<One extends Connection> {
  readonly connection: One;
  readonly bounds: SourceBounds;
  readonly rule: TicketsRule;
  /** IANA zone of the workspace, for dates. */
  readonly timezone: string;
  /** A repository whose remotes say where it comes from. */
  readonly repository: string;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly outside: SourceSurroundings;
  /** Says what is being done, for the progress line. */
  progress(text: string): void;
  readonly signal?: AbortSignal;
}

export interface SourceSurroundings {
  /** Where credentials are looked up. */
  readonly env: Environment;
  /** For waits and limits; ages are counted to `now`. */
  readonly clock: Clock;
  /** Called with each credential before it is used, so that it stands in nothing that is written. */
  readonly learn: Learn;
}

export interface TicketSource {
  /** Of what is asked, without secrets: a mark holds for the same one alone. Empty: it has none. */
  readonly identity: string;
  /** What is asked, for people, without secrets: one line. */
  readonly asked: string;
  /** Throws an AppError when it cannot be read: then nothing of it was told. */
  readonly read: (start: SourceStart) => Promise<SourceReading>;
}

export interface SourceStart {
  /** ISO 8601; `null`: from the very beginning. */
  readonly since: string | null;
  /** The window's end, ISO 8601. */
  readonly until: string;
  /** What an earlier reading of the same identity gave, read back from a file: to be checked. `null`: there is none. */
  readonly mark: PlainJson;
  /** ISO 8601: how far that reading came, for where its mark does not hold any more; `null`: there is none. */
  readonly reached: string | null;
}

export interface SourceReading extends RecordsRead {
  /** Records that the source itself saw twice. */
  readonly repeated: number;
  /** ISO 8601: from when on it was asked; `null`: for all there is. */
  readonly since: string | null;
  /** `null`: all is read each time. */
  readonly next: NextReading | null;
  readonly counts: { readonly pages: number; readonly requests: number };
  /** Which bound ended it, such as `after 500 pages`; `null`: all was read. */
  readonly cut: string | null;
}

export interface NextReading {
  /** Plain, at most `MAX_MARK` characters as JSON. */
  readonly mark: PlainJson;
  /** ISO 8601: all up to here was read. At most `until`. */
  readonly reached: string;
}

/** What one reading may take; whatever is beyond comes next time. */
export interface SourceBounds {
  readonly records: number;
  readonly pages: number;
  /** Of all pages together, unpacked. */
  readonly bytes: number;
  readonly ms: number;
}

export const SOURCE_BOUNDS: SourceBounds = {
  records: 50_000,
  pages: 500,
  bytes: 200_000_000,
  ms: 600_000,
};

export const MAX_MARK = 20_000;

/** So much further back than the mark is asked. */
const OVERLAP_MS = 600_000;

/** A bit before the mark, or at the window's beginning where that is earlier; `null` is the beginning of time. Pure. */
export function earlierStart(known: string | null, from: string | null): string | null {
  if (known === null || from === null) return from;
  const back = new Date(Math.max(0, Date.parse(known) - OVERLAP_MS)).toISOString();
  return back < from ? back : from;
}

export type TicketsRule = Extract<Collector, { kind: 'tickets' }>;
