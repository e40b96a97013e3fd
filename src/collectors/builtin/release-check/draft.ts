/** The files that a proposed edit would leave, and what it is made of. */
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { AddedEntry, NotesEdit } from './edit/edit-notes.ts';
import type { Unmentioned } from './edit/word-entry.ts';

export interface Draft {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly added: readonly AddedEntry[];
  readonly left: NotesEdit['left'];
  readonly joined: NotesEdit['joined'];
  /** How the notes would begin, where there are none to add to; `null` elsewhere. */
  readonly preview: string | null;
  /** Why there is no file to change, as the end of a sentence; the entries are then only offered. */
  readonly refusal: string | null;
}

export interface DraftRequest {
  readonly worktree: string;
  readonly facts: ReleaseNotesFacts;
  /** Oldest first. */
  readonly unmentioned: readonly Unmentioned[];
}
