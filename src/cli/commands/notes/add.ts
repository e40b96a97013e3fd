import { readNoteText, writeNoteText, type NoteWords } from '../../../ledger/note-text.ts';
import { conflictsOf, proposeNote, editNote } from '../../../ledger/notes/decide-note.ts';
import type { NoteView } from '../../../ledger/notes/note-view.ts';
import { showNote } from '../../../ledger/notes/show-note.ts';
import { newestVersion, type NoteKind } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { editText } from '../../text-from-person.ts';
import { readGivenText } from './given-text.ts';
import { tellConflicts, commandOf } from './note-nouns.ts';

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

export function noteEdit(kind: NoteKind): Command {
  return async (call) => {
    const workspace = await openWorkspace(call);
    const { note } = await showNote(workspace, { kind, text: call.words[0] ?? '' });
    const words = await editedWords(call, note);
    const by = call.actor;
    const edited = await editNote(workspace, { kind, id: note.id, words, hash: note.hash, by });
    const conflicts = await conflictsOf(workspace, { kind, ids: [note.id] });
    if (call.json) {
      writeJson(call.terminal, { ...edited, conflicts });
      return 0;
    }
    const page = openPage(call.terminal);
    const version = edited.versions.length;
    page.line(
      `edited ${note.id}, version ${version}  ${oneLine(newestVersion(edited).title, 120)}`,
    );
    if (edited.state === 'proposed')
      page.line(`Approve it: roundsman ${commandOf(kind)} approve ${note.id}`);
    tellConflicts(call.terminal, conflicts);
    return 0;
  };
}

/** What options give is changed and the rest stays; without any of them a person edits it all. */
async function editedWords(call: CommandCall, note: NoteView): Promise<NoteWords> {
  const { options } = call;
  const text = await readGivenText(call);
  const title = options.text('title');
  const reason = options.text('reason');
  const paths = options.list('path');
  if (text === null && title === null && reason === null && paths.length === 0)
    return readNoteText(await editText(call, writeNoteText(note)), note);
  return {
    title: title ?? note.title,
    text: text?.trim() ?? note.text,
    reason: reason ?? note.reason,
    paths: paths.length === 0 ? note.paths : paths.filter((path) => path !== '**'),
  };
}
