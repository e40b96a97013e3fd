/**
 * The sources of a brief on the workspace, besides the stores that every run needs: one function a source, supplied by the
 * caller that composes the brief. A source may throw: the brief then says why it has nothing from it.
 */
import type { NoteKind } from '../words/note.ts';
import type { DecidedBranch } from '../words/review/branch-verdict.ts';
import type { Handover, SessionEngine, SessionList } from '../words/session.ts';
import type { ToldItem, ToldNote, ToldVerdict } from './brief-context.ts';

export interface ContextSources {
  /** What people decided; newest first. */
  readonly verdicts: () => Promise<readonly ToldVerdict[]>;
  /** What became of branches, by name. */
  readonly decided: () => Promise<ReadonlyMap<string, DecidedBranch>>;
  /** Of this workspace, of whichever agent; ended ones too. */
  readonly sessions: () => Promise<SessionList>;
  /** All that are there, in any order. */
  readonly items: () => Promise<readonly ToldItem[]>;
  /** Approved ones; most valuable first. */
  readonly notes: (kind: NoteKind) => Promise<readonly ToldNote[]>;
  /** The end of the transcript of each, as markdown of at most so many characters; `null` where there is none. */
  readonly transcripts: (
    sessions: readonly SessionName[],
    maxCharacters: number,
  ) => Promise<readonly (string | null)[]>;
  /** Of the session that the run continues with. Throws when it is no longer kept. */
  readonly handover: (handover: Handover) => Promise<string>;
  /** The one that the run is for; `null`: none. */
  readonly item: () => Promise<ToldItem | null>;
  readonly base: BaseFiles;
}

export interface SessionName {
  readonly engine: SessionEngine;
  readonly id: string;
}

/** Of the commit that the run starts from. */
export interface BaseFiles {
  /** Which of these paths are there, and what they are; links and submodules are not. */
  readonly existing: (paths: readonly string[]) => Promise<readonly BasePath[]>;
  /** Regular files that the patterns match; those in fewer folders first, then by path. */
  readonly matching: (patterns: readonly string[]) => Promise<MatchedFiles>;
}

export interface BasePath {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

export interface MatchedFiles {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Paths that match and are not given: too large, no text, or too many. */
  readonly refused: readonly string[];
}

/** A workspace that tells nothing: for what is composed where there is none. */
export const NO_SOURCES: ContextSources = {
  verdicts: async () => [],
  decided: async () => new Map(),
  sessions: async () => ({ sessions: [], sources: [] }),
  items: async () => [],
  notes: async () => [],
  transcripts: async (sessions) => sessions.map(() => null),
  handover: async () => '',
  item: async () => null,
  base: {
    existing: async () => [],
    matching: async () => ({ files: [], refused: [] }),
  },
};
