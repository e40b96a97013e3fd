/**
 * A session: a conversation of any agent on this machine, begun by a person or by a run of ours. All text in it is
 * hostile, and redacted before it leaves `context/sessions`.
 */
import type { BranchName, RunId } from './ids.ts';
import type { EngineId } from './routine.ts';

/** In place of an engine: a run of ours whose engine keeps no sessions. */
export const OUR_SESSIONS = 'roundsman';

/** An engine whose own store is read, or `OUR_SESSIONS`. */
export type SessionEngine = EngineId;

/**
 * `working`: something of it runs now. `waiting`: it needs a person before it continues. `idle`: its program is alive, and
 * has nothing to do. `ended`: no program works on it any more. `unknown`: there is no evidence.
 */
export type SessionState = 'working' | 'waiting' | 'idle' | 'ended' | 'unknown';

/** What a state was told by; the first of these that is there wins. */
export type EvidenceSource = 'protocol' | 'process' | 'file' | 'inferred';

export interface SessionEvidence {
  readonly source: EvidenceSource;
  /** One line for people: `process 4711 lives and says busy`. */
  readonly detail: string;
  /** When that was so, ISO 8601. */
  readonly at: string;
}

/** One entry of `sessions --json`; fields may be added. */
export interface Session {
  /** The engine's own id; of a run whose engine keeps no sessions the run's. */
  readonly id: string;
  readonly engine: SessionEngine;
  /** Absolute; `null` when its store does not say. */
  readonly cwd: string | null;
  readonly branch: BranchName | string | null;
  /** One line: what it was asked, or what its engine calls it. */
  readonly title: string;
  readonly state: SessionState;
  /** Of `waiting`: on what. One line. */
  readonly waitingOn: string | null;
  readonly evidence: SessionEvidence;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly lastActivityAt: string;
  /** What a person would say it does: "running `npm test`", "asks whether to keep onChange". `null`: nothing. */
  readonly doing: string | null;
  /** Relative to the root of its repository where they are in it, newest first, at most fifty. */
  readonly filesTouched: readonly string[];
  /** The run of ours that it is; `null`: a person's. */
  readonly runId: RunId | null;
  /** The process that is at it, when one was found alive. */
  readonly pid: number | null;
}

/** What was found, and what could not be looked at: nothing is silently missing. */
export interface SessionList {
  /** Newest activity first. */
  readonly sessions: readonly Session[];
  readonly sources: readonly SessionSourceReport[];
}

export interface SessionSourceReport {
  readonly engine: SessionEngine;
  /**
   * `read`: looked at. `none`: this machine has no store of it. `off`: switched off in roundsman.yaml. `unavailable`: it is
   * there and cannot be read, with why (a package that is not installed, a form that changed, a folder without permission).
   */
  readonly state: 'read' | 'none' | 'off' | 'unavailable';
  /** For people; `null` where there is nothing to say. */
  readonly detail: string | null;
  /** Sessions of this workspace that were found, and of those the ones that could not be understood. */
  readonly found: number;
  readonly unreadable: number;
}

/** A session of any engine that a run continues with, as a document. */
export interface Handover {
  readonly session: string;
  readonly engine: string;
  /** Hostile text, one line. */
  readonly title: string;
  /** sha256 of the document's bytes, by which the EventStore has it. */
  readonly document: string;
}
