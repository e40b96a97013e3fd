import { listNotes } from '../../ledger/notes/list-notes.ts';
import { showNote } from '../../ledger/notes/show-note.ts';
import type { NoteKind } from '../../words/note.ts';
import type { Kind } from '../contract.ts';

/** Decisions bind once a person approved them; what is proposed is shown as such. */
export function notesOf(kind: NoteKind): Kind {
  return {
    list: async ({ workspace }, { routine, state }) => {
      const { notes } = await listNotes(workspace, { kind, all: state !== null });
      return notes.flatMap((note) =>
        (state !== null && state !== 'all' && note.state !== state) ||
        (routine !== null && note.origin.routine !== routine)
          ? []
          : [
              {
                id: note.id,
                title: note.title,
                state: note.state,
                text: note.text,
                paths: note.paths,
                conflicts: note.conflicts.map(({ why }) => why),
              },
            ],
      );
    },
    read: async ({ workspace }, { id }) => {
      const { note } = await showNote(workspace, { kind, text: id });
      return { source: `${kind} ${note.id}, ${note.state}`, text: JSON.stringify(note, null, 1) };
    },
  };
}
