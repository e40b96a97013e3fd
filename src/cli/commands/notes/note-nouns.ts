/** Decisions and knowledge are one kind of record with two names. */
import type { Terminal } from '../../../platform/terminal.ts';
import type { NoteKind, NoteConflict } from '../../../words/note.ts';
import { plural, oneLine } from '../../../words/text.ts';

/** The command that each is under. */
export function commandOf(kind: NoteKind): 'decisions' | 'knowledge' {
  return kind === 'decision' ? 'decisions' : 'knowledge';
}

/** `1 decision`, `2 pieces of knowledge`. */
export function countNotes(count: number, kind: NoteKind): string {
  return kind === 'decision'
    ? plural(count, 'decision')
    : plural(count, 'piece of knowledge', 'pieces of knowledge');
}

/** On stderr: it is advice, and not the result. */
export function tellConflicts(terminal: Terminal, conflicts: readonly NoteConflict[]): void {
  for (const { a, b, why } of conflicts)
    terminal.err(`${a} and ${b} may not both hold: ${oneLine(why, 400)}\n`);
}
