import { readNoteText, writeNoteText, type NoteWords } from '../../../ledger/note-text.ts';
import { conflictsOf } from '../../../ledger/notes/decide-note.ts';
import { proposeNote } from '../../../ledger/notes/propose-note.ts';
import { newestVersion, type NoteKind } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../../command.ts';
import { editText } from '../../edit-text.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { readGivenText } from './given-text.ts';
import { tellConflicts } from './note-nouns.ts';

export function noteAdd(kind: NoteKind): Command {
  return async (call) => {
    const workspace = await openWorkspace(call);
    const words = await wordsOf(call);
    const note = await proposeNote(workspace, {
      ...words,
      kind,
      replaces: call.options.text('replaces'),
      by: call.actor,
      approved: !call.options.flag('propose'),
    });
    const conflicts = await conflictsOf(workspace, { kind, ids: [note.id] });
    if (call.json) {
      writeJson(call.terminal, { ...note, conflicts });
      return 0;
    }
    const page = openPage(call.terminal);
    page.line(`${note.state} ${note.id}  ${oneLine(newestVersion(note).title, 120)}`);
    tellConflicts(call.terminal, conflicts);
    return 0;
  };
}

async function wordsOf(call: CommandCall): Promise<NoteWords> {
  const { options } = call;
  const title = oneLine(call.words.join(' '), 1_000);
  const given = await readGivenText(call);
  const reason = options.text('reason') ?? '';
  const paths = options.list('path');
  if (given !== null) return { title, text: given.trim(), reason, paths };
  const written = await editText(call, writeNoteText({ title, text: '', reason, paths }));
  return readNoteText(written, { title, text: '', reason, paths });
}
