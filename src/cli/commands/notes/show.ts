import { formatNoteAge } from '../../../ledger/note-age.ts';
import type { NoteView } from '../../../ledger/notes/note-view.ts';
import { showNote, type NoteChange } from '../../../ledger/notes/show-note.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { relativeTime } from '../../../words/local-time.ts';
import type { NoteKind } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { commandOf } from './note-nouns.ts';

export function noteShow(kind: NoteKind): Command {
  return async (call) => {
    const workspace = await openWorkspace(call);
    const { note, changes } = await showNote(workspace, { kind, text: call.words[0] ?? '' });
    if (call.json) {
      writeJson(call.terminal, { ...note, changes });
      return 0;
    }
    const page = openPage(call.terminal);
    writeNote(page, note, call.clock.now());
    writeChanges(page, changes);
    if (note.state === 'proposed') {
      page.line();
      page.line(
        `Approve what you see here: roundsman ${commandOf(kind)} approve ${note.id} --content ${note.hash.slice(0, 12)}`,
      );
    }
    return 0;
  };
}

function writeNote(page: Page, note: NoteView, now: Date): void {
  const { origin, verdict, age } = note;
  page.fields([
    [note.kind, note.id],
    ['state', note.state],
    ['title', note.title],
    ['text', note.text],
    ['reason', note.reason],
    ['about', note.paths.length === 0 ? 'everything' : note.paths.join('\n')],
    [
      'from',
      origin.run === null
        ? note.versions[0].by
        : `run ${shortIdOf(origin.run)} of ${origin.routine ?? 'a routine that is gone'}`,
    ],
    ['proposed', relativeTime(note.createdAt, now)],
    [
      'decided',
      verdict === null
        ? null
        : `${verdict.kind} by ${verdict.by}, ${relativeTime(verdict.at, now)}`,
    ],
    ['because', verdict?.reason ?? null],
    ['replaces', note.replaces],
    [
      'age',
      note.state === 'approved'
        ? `${formatNoteAge(age)}${age.isStale ? ': may be stale' : ''}`
        : null,
    ],
    ['content', note.hash],
    ...note.conflicts.map(
      ({ a, b, why }) => ['contradicts', `${a === note.id ? b : a}: ${oneLine(why, 400)}`] as const,
    ),
  ]);
}

function writeChanges(page: Page, changes: readonly NoteChange[]): void {
  for (const { version, by, at, lines } of changes) {
    page.line();
    page.line(
      page.paint('faint', `version ${version}, by ${oneLine(by, 80)} on ${at.slice(0, 10)}`),
    );
    for (const { sign, text } of lines) {
      const line = `  ${sign} ${oneLine(text, 1_000)}`.trimEnd();
      page.line(sign === ' ' ? line : page.paint(sign === '+' ? 'good' : 'bad', line));
    }
  }
}
