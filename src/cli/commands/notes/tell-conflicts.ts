import type { Terminal } from '../../../platform/terminal.ts';
import type { NoteConflict } from '../../../words/note.ts';
import { oneLine } from '../../../words/text.ts';

/** On stderr: it is advice, and not the result. */
export function tellConflicts(terminal: Terminal, conflicts: readonly NoteConflict[]): void {
  for (const { a, b, why } of conflicts)
    terminal.err(`${a} and ${b} may not both hold: ${oneLine(why, 400)}\n`);
}
