import { noteHash, readNoteText } from '../../../ledger/note-text.ts';
import { decideNotes, editNote } from '../../../ledger/notes/decide-note.ts';
import { newestVersion, type Note } from '../../../words/note.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { linkOf } from '../../inbox-entry.ts';
import type { Acted, ActRequest, EntryActs } from '../contract.ts';

export const noteActs: EntryActs = {
  accept: (request) => decide(request, 'approve'),
  decline: (request) => decide(request, 'reject'),
  edit: async ({ workspace, entry, words, by }) => {
    const note = await noteOf(workspace, linkOf(entry, 'note'));
    const before = newestVersion(note);
    await editNote(workspace, {
      kind: note.kind,
      id: note.id,
      words: readNoteText(words, before),
      hash: noteHash(before),
      by,
    });
    return { said: `edited ${note.id}; it waits`, undo: null };
  },
};

async function decide(
  { workspace, entry, words, by }: ActRequest,
  wanted: 'approve' | 'reject',
): Promise<Acted> {
  const { id, kind } = await noteOf(workspace, linkOf(entry, 'note'));
  const act =
    wanted === 'approve'
      ? ({ kind: 'approve', hash: null, reason: words, replaces: null } as const)
      : ({ kind: 'reject', reason: words } as const);
  await decideNotes(workspace, { kind, ids: [id], act, by });
  return { said: `${wanted === 'approve' ? 'approved' : 'rejected'} ${id}`, undo: null };
}

async function noteOf({ notes }: Workspace, id: string): Promise<Note> {
  const note = await notes.read(id);
  if (note !== null) return note;
  throw new TypeError(`the note ${id} is gone`);
}
