/**
 * Notes: decisions and knowledge. An agent or a person proposes one, a person approves, edits or rejects it; only what is
 * approved is told to runs. Nothing is ever overwritten: each change is a version.
 */
import type { RoutineId, RunId } from './ids.ts';

/** A decision binds (`D-1`); knowledge helps (`K-1`). */
export const NOTE_KINDS = ['decision', 'knowledge'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

const NOTE_ID = /^[DK]-[1-9][0-9]{0,8}$/;

export function isNoteId(text: string): boolean {
  return NOTE_ID.test(text);
}

/** `D` or `K`, before the dash of an id. */
export function noteLetter(kind: NoteKind): 'D' | 'K' {
  return kind === 'decision' ? 'D' : 'K';
}

/** What it says now: its newest version. */
export function newestVersion(note: Note): NoteVersion {
  return note.versions.at(-1) ?? note.versions[0];
}

export type NoteState = 'proposed' | 'approved' | 'rejected' | 'retired';

export interface Note {
  /** `D-n` or `K-n`; never used twice. */
  readonly id: string;
  readonly kind: NoteKind;
  readonly state: NoteState;
  /** Newest last; the last one is what it says now. Never empty. */
  readonly versions: readonly [NoteVersion, ...NoteVersion[]];
  /** Who proposed it. */
  readonly origin: NoteOrigin;
  readonly createdAt: string;
  /** What a person decided last; `null` while it is proposed. */
  readonly verdict: NoteVerdict | null;
  /** The note that it takes the place of, once it is approved. */
  readonly replaces: string | null;
}

export interface NoteVersion {
  readonly title: string;
  /** Of a decision what was decided, of knowledge what is known. */
  readonly text: string;
  readonly reason: string;
  /** Files that it is about, gitignore-like patterns; empty = everything. */
  readonly paths: readonly string[];
  /** A user's name, or `run <id>`. */
  readonly by: string;
  readonly at: string;
}

export interface NoteOrigin {
  readonly routine: RoutineId | null;
  readonly run: RunId | null;
  readonly session: string | null;
  /** Of what a run wrote, its place in there: `decisions.jsonl 3`. A step that is repeated knows it by that. */
  readonly line?: string;
}

export interface NoteVerdict {
  readonly kind: 'approved' | 'rejected' | 'retired';
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** Two approved or proposed notes that may not both hold. */
export interface NoteConflict {
  readonly a: string;
  readonly b: string;
  /** One line for people: `both are about "date library" and src/time/**`. */
  readonly why: string;
}
