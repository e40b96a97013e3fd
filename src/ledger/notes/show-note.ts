/** One note in full: what it says, what it said, what speaks against it, and how old it is. */
import { AppError } from '../../words/errors.ts';
import { diffLines, type DiffLine } from '../../words/line-diff.ts';
import { noteLetter, type Note, type NoteKind } from '../../words/note.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { conflictsWith } from '../note-conflicts.ts';
import { writeNoteText } from '../note-text.ts';
import { countCommits, toNoteView, type NoteView } from './note-view.ts';

export interface ShownNote {
  readonly note: NoteView;
  /** From each version to the next, oldest first; empty while there is one. */
  readonly changes: readonly NoteChange[];
}

export interface NoteChange {
  /** Counted from 1: of the version that came of it. */
  readonly version: number;
  readonly by: string;
  readonly at: string;
  readonly lines: readonly DiffLine[];
}

export async function showNote(
  workspace: Workspace,
  { kind, text }: { readonly kind: NoteKind; readonly text: string },
): Promise<ShownNote> {
  const every = await workspace.notes.list();
  const note = findNote(every, { kind, text });
  const view = toNoteView(note, {
    now: workspace.clock.now(),
    commits: await countCommits(workspace, note),
    conflicts: isOver(note) ? [] : conflictsWith(note, every),
  });
  return { note: view, changes: changesOf(note) };
}

/** By `D-3`, `d-3` or `3`; never by a part: `D-1` is not `D-12`. Throws `not-found`. */
export function findNote(
  notes: readonly Note[],
  { kind, text }: { readonly kind: NoteKind; readonly text: string },
): Note {
  const letter = noteLetter(kind);
  const typed = /^\d+$/.test(text.trim()) ? `${letter}-${text.trim()}` : text.trim().toUpperCase();
  const found = notes.find((note) => note.kind === kind && note.id === typed);
  if (found !== undefined) return found;
  const other = notes.find((note) => note.id === typed);
  if (other !== undefined) {
    throw new AppError('not-found', {
      code: 'other-kind',
      message: `${other.id} is ${other.kind === 'decision' ? 'a decision' : 'knowledge'}`,
      hint: `roundsman ${other.kind === 'decision' ? 'decisions' : 'knowledge'} show ${other.id}`,
    });
  }
  const noun = kind === 'decision' ? 'decision' : 'knowledge';
  throw new AppError('not-found', {
    code: `${noun}-unknown`,
    message: `no ${noun} matches "${oneLine(text, 80)}"`,
    hint: `\`roundsman ${kind === 'decision' ? 'decisions' : 'knowledge'} --all\` lists them.`,
  });
}

/** What counts no longer contradicts nothing. */
function isOver({ state }: Note): boolean {
  return state === 'rejected' || state === 'retired';
}

function changesOf({ versions }: Note): readonly NoteChange[] {
  return versions.slice(1).flatMap((version, index) => {
    const before = versions[index];
    if (before === undefined) return [];
    const { by, at } = version;
    return [
      {
        version: index + 2,
        by,
        at,
        lines: diffLines(writeNoteText(before), writeNoteText(version)),
      },
    ];
  });
}
