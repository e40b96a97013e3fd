/** A person's word on decisions and knowledge. */
import { newestVersion, type Note, type NoteConflict, type NoteKind } from '../../words/note.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { decideNote, type NoteAct } from '../decide-note.ts';
import { conflictsWith } from '../note-conflicts.ts';
import { noteHash, type NoteWords } from '../note-text.ts';
import { refuseOdd } from './propose-note.ts';
import { findNote } from './show-note.ts';

export interface NoteDecision {
  readonly kind: NoteKind;
  /** As typed: `D-3`, `d-3`, `3`. */
  readonly ids: readonly string[];
  readonly act:
    | {
        readonly kind: 'approve';
        /** Of what the person looked at, or its beginning; `null`: what is there now. */
        readonly hash: string | null;
        readonly reason: string;
        /** As typed; `null`: what was proposed. */
        readonly replaces: string | null;
      }
    | { readonly kind: 'reject' | 'retire'; readonly reason: string };
  readonly by: string;
}

/** Decides none when one of the ids is not known; else one after the other, with what each said when this began. */
export async function decideNotes(
  workspace: Workspace,
  { kind, ids, act, by }: NoteDecision,
): Promise<readonly Note[]> {
  const every = await workspace.notes.list();
  const wanted = [...new Set(ids.map((text) => findNote(every, { kind, text })))];
  const replaces =
    act.kind === 'approve' && act.replaces !== null
      ? findNote(every, { kind, text: act.replaces }).id
      : undefined;
  const decided: Note[] = [];
  for (const note of wanted) {
    const one: NoteAct =
      act.kind === 'approve'
        ? {
            kind: 'approve',
            hash: act.hash ?? noteHash(newestVersion(note)),
            reason: act.reason,
            ...(replaces === undefined ? {} : { replaces }),
          }
        : act;
    decided.push(await decideOne(workspace, { id: note.id, act: one, by }));
  }
  return decided;
}

export interface NoteEdit {
  readonly kind: NoteKind;
  readonly id: string;
  readonly words: NoteWords;
  /** Of the version that the person had before them. */
  readonly hash: string;
  readonly by: string;
}

/** A version more. One that waits goes on waiting; one that is approved stays so, now with these words. */
export async function editNote(workspace: Workspace, edit: NoteEdit): Promise<Note> {
  refuseOdd(edit.words);
  const { id } = findNote(await workspace.notes.list(), { kind: edit.kind, text: edit.id });
  const act: NoteAct = { kind: 'edit', hash: edit.hash, version: edit.words };
  return decideOne(workspace, { id, act, by: edit.by });
}

/** What speaks against approving these: with live notes, whatever the state of these is. */
export async function conflictsOf(
  workspace: Workspace,
  { kind, ids }: Pick<NoteDecision, 'kind' | 'ids'>,
): Promise<readonly NoteConflict[]> {
  const every = await workspace.notes.list();
  return ids.flatMap((text) => conflictsWith(findNote(every, { kind, text }), every));
}

async function decideOne(
  workspace: Workspace,
  { id, act, by }: { readonly id: string; readonly act: NoteAct; readonly by: string },
): Promise<Note> {
  return decideNote({
    notes: workspace.notes,
    exclusively: workspace.locks.ledger,
    id,
    act,
    by,
    at: workspace.clock.now().toISOString(),
  });
}
