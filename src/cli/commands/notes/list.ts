import {
  formatNoteAge,
  listNotes,
  type NoteListing,
  type NoteView,
} from '../../../ledger/notes/note-view.ts';
import { showNote, type NoteChange } from '../../../ledger/notes/show-note.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { relativeTime } from '../../../words/local-time.ts';
import type { NoteConflict, NoteKind } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import type { StyleName } from '../../output/style.ts';
import type { Column } from '../../output/table.ts';
import { writeJson } from '../../output/write-json.ts';
import { commandOf, countNotes } from './note-nouns.ts';

export function noteList(kind: NoteKind): Command {
  return async (call) => {
    const workspace = await openWorkspace(call);
    const all = call.options.flag('all');
    const listing = await listNotes(workspace, { kind, all });
    if (call.json) {
      writeJson(call.terminal, listing.notes);
      return 0;
    }
    const page = openPage(call.terminal);
    const { notes } = listing;
    if (notes.length === 0) writeEmpty(page, { kind, listing });
    else page.table(noteColumns(call.clock.now()), notes, staleWords);
    writeConflicts(page, notes);
    writeNext(page, { kind, listing });
    for (const { path, problem } of listing.corrupt)
      call.terminal.err(`not shown: ${oneLine(path, 500)}: ${problem}\n`);
    return 0;
  };
}

interface Shown {
  readonly kind: NoteKind;
  readonly listing: NoteListing;
}

function writeEmpty(page: Page, { kind, listing: { counts } }: Shown): void {
  const command = commandOf(kind);
  const past = counts.rejected + counts.retired;
  if (past > 0) {
    page.line(
      `None that count now. \`roundsman ${command} --all\` shows ${countNotes(past, kind)} of before.`,
    );
    return;
  }
  page.line(
    kind === 'decision'
      ? 'No decisions yet. Runs propose them; you write one down with: roundsman decisions add "Dates are UTC" --text "…". What you decided in the inbox: roundsman undo --list'
      : 'No knowledge yet. Runs propose it; you write some down with: roundsman knowledge add "Tests need Redis" --text "…"',
  );
}

/** Both sides of each, once. */
function writeConflicts(page: Page, notes: readonly NoteView[]): void {
  const conflicts = new Map<string, NoteConflict>(
    notes.flatMap((note) => note.conflicts.map((one) => [`${one.a} ${one.b}`, one] as const)),
  );
  if (conflicts.size === 0) return;
  page.line();
  for (const { a, b, why } of conflicts.values())
    page.line(`${page.paint('warn', 'May not both hold:')} ${a} and ${b}: ${oneLine(why, 400)}`);
}

function writeNext(page: Page, { kind, listing: { notes, counts } }: Shown): void {
  const first = notes.find(({ state }) => state === 'proposed');
  if (first === undefined) return;
  page.line();
  page.line(
    `${countNotes(counts.proposed, kind)} ${counts.proposed === 1 ? 'waits' : 'wait'} for approval. Look: roundsman ${commandOf(kind)} show ${first.id}`,
  );
}

function staleWords({ state, age }: NoteView): string {
  if (state !== 'approved' || !age.isStale) return '';
  return `May be stale: ${formatNoteAge(age)}.`;
}

function noteColumns(now: Date): readonly Column<NoteView>[] {
  return [
    { title: 'id', text: (note) => note.id },
    { title: 'state', text: (note) => note.state, style: (note) => stateStyle(note) },
    { title: 'title', text: (note) => note.title, shrinkTo: 20 },
    { title: 'about', text: (note) => note.paths.join(' ') || 'everything', shrinkTo: 12 },
    { title: 'from', text: (note) => note.origin.routine ?? note.versions[0].by, shrinkTo: 8 },
    { title: 'since', text: (note) => relativeTime(note.age.since, now) },
  ];
}

export function stateStyle({ state }: Pick<NoteView, 'state'>): StyleName {
  switch (state) {
    case 'proposed':
      return 'warn';
    case 'approved':
      return 'good';
    case 'rejected':
    case 'retired':
      return 'faint';
  }
}

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
