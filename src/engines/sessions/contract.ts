/**
 * The contract of a source of sessions: the store that one engine keeps on this machine.
 *
 * A source finds (cheap: names, sizes, times), reads the ends of one session (`draft`), and reads a whole one (`entries`).
 * It never throws for what is in a store: what it cannot understand is `unreadable`, what it cannot reach `unavailable`. It
 * writes nothing, follows no link out of its store, opens regular files only, and reads at most what is asked.
 */
import type { Environment } from '../../platform/environment.ts';
import type { Session, SessionEngine, SessionState } from '../../words/session.ts';
import type { EntryBlocks } from './transcript.ts';

/** Of one session: bytes read from its beginning and its end at most. */
export const ENDS = { headBytes: 64 * 1024, tailBytes: 256 * 1024 } as const;

export interface SessionSource {
  readonly engine: SessionEngine;
  /** Folders or databases where this engine keeps sessions, for a person's environment, or at a home that a run gave it. */
  places(where: SourceWhere): readonly SourcePlace[];
  find(request: FindRequest): Promise<FoundSessions>;
  draft(handle: SessionHandle): Promise<DraftRead>;
  /**
   * Ends early when the reader stops. A line longer than 1 MB is one `unreadable`. Nothing is cleaned yet, and of what a tool
   * gave back there may be more than a transcript tells.
   */
  entries(handle: SessionHandle): EntryBlocks;
}

export type SourceWhere =
  | { readonly kind: 'person'; readonly env: Environment }
  /** `paths.agentHome` of a run: the engine's own layout stands below it as `plan` of the engine made it. */
  | { readonly kind: 'run'; readonly home: string };

/** Absolute. */
export interface SourcePlace {
  readonly path: string;
}

export interface FindRequest {
  readonly places: readonly SourcePlace[];
  /** Only sessions whose working directory is one of these folders or below; absolute real paths (checkout and worktrees). */
  readonly roots: readonly string[];
  /** Only those with activity at or after; epoch milliseconds. `null` = all. */
  readonly since: number | null;
  /**
   * Working directories that earlier looks read, by location: a file says where it began once, in its beginning, so that it
   * need not be opened again.
   */
  readonly remembered?: Remembered;
}

export interface Remembered {
  readonly get: (location: string) => string | undefined;
  readonly set: (location: string, cwd: string) => unknown;
}

export type FoundSessions =
  | { readonly kind: 'found'; readonly handles: readonly SessionHandle[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface SessionHandle {
  readonly id: string;
  /** Absolute path of the file, folder or database. */
  readonly location: string;
  /** Another one whenever the session changed: a draft kept under it is still true. */
  readonly stamp: string;
  /** `null`: only reading tells, and `draft` may say that it is of another workspace. */
  readonly cwd: string | null;
  /** Epoch milliseconds. */
  readonly lastActivityAt: number;
}

export type DraftRead =
  | { readonly kind: 'draft'; readonly draft: SessionDraft; readonly bytesRead: number }
  | { readonly kind: 'unreadable'; readonly detail: string; readonly bytesRead: number };

/** What the store says, before processes are looked at. Kept between looks, so plain data. */
export interface SessionDraft extends Pick<
  Session,
  'id' | 'engine' | 'cwd' | 'branch' | 'title' | 'startedAt' | 'lastActivityAt'
> {
  /** How it stands by its own records. */
  readonly standing: Standing;
  /** As its engine named them, newest first; at most fifty. */
  readonly filesTouched: readonly string[];
  /** Live-markers that the engine leaves. Believed only when the process is alive and began then. */
  readonly markers: readonly LiveMarker[];
}

export type Standing =
  /** A tool was begun and has not ended; `doing` says which, as a person would. */
  | { readonly kind: 'tool'; readonly doing: string }
  /** The model was asked and has not answered. */
  | { readonly kind: 'model'; readonly doing: string | null }
  /** It asked a person: a question, a permission. */
  | { readonly kind: 'asks'; readonly what: string }
  /** The turn is over; `said` is its last word, one line. */
  | { readonly kind: 'turn-over'; readonly said: string | null }
  /** Its engine wrote that it ended. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'unclear'; readonly why: string };

export interface LiveMarker {
  readonly pid: number;
  /** Clock ticks since boot, as in ProcessIdentity; `null`: the marker does not say. */
  readonly startTime: string | null;
  /** The engine's own word, `busy`, `idle`, `waiting`; `null`: none. */
  readonly status: string | null;
  /** The engine's own words for what it waits for: `permission prompt`. */
  readonly waitingFor?: string | null;
  /** As the system names it, `pid:[4026531836]`: pids of another namespace say nothing here. `null`: not said. */
  readonly pidNamespace?: string | null;
  /** Of the file that holds the marker. ISO 8601. */
  readonly at: string;
}

/** A process on this machine that may be at a session; hostile as far as its words are. */
export interface AgentProcess {
  readonly pid: number;
  readonly startTime: string;
  readonly engine: SessionEngine;
  readonly cwd: string | null;
  /** The session that it names itself: in its words, or by a file that it holds open. `null`: it names none. */
  readonly sessionId: string | null;
  /** Files of a session's store that it holds open. */
  readonly openFiles: readonly string[];
  /** Epoch milliseconds, to some seconds. `null` or absent: not known. */
  readonly startedAt?: number | null;
  /** Where it lives in a pid namespace of its own (a sandbox): what it calls itself there, and the namespace. */
  readonly inner?: { readonly pid: number; readonly namespace: string } | null;
}

/** The processes of agents at one moment. */
export interface ProcessLook {
  readonly processes: readonly AgentProcess[];
  /** Whether this system shows processes at all: where not, that there is none says nothing. */
  readonly visible: boolean;
  /** Of any process that lives, as in ProcessIdentity; `null`: there is none of that pid. */
  readonly startTimeOf: (pid: number) => string | null;
  /** Of this process, as the system names it. `null`: not known. */
  readonly pidNamespace: string | null;
}

export interface JudgedState {
  readonly state: SessionState;
  readonly doing: string | null;
  readonly waitingOn: string | null;
  readonly evidence: Session['evidence'];
  readonly pid: number | null;
}
