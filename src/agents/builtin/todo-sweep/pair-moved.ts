/** Notes that are in another file now: a rename must not look like one note gone and another come. */
import type { PriorFinding } from '../../../domain/brief.ts';
import type { TodoFact } from '../../../domain/facts.ts';
import { noteTitle } from './describe-note.ts';

/**
 * What the ledger knows of a note under its former fingerprint, by the note's fingerprint. A pair says the
 * same, and is in a file of the same name, or no other note says it. No one is paired twice.
 */
export function pairMoved(
  missed: readonly PriorFinding[],
  fresh: readonly TodoFact[],
): ReadonlyMap<string, PriorFinding> {
  const pairs = new Map<string, PriorFinding>();
  const open = new Set(missed);
  const titles = fresh.map(noteTitle);
  const alone = (title: string): boolean =>
    titles.filter((one) => one === title).length === 1 &&
    missed.filter((finding) => finding.title === title).length === 1;
  for (const todo of fresh) {
    const title = noteTitle(todo);
    for (const finding of open) {
      if (finding.title !== title) continue;
      if (fileName(finding.location?.path) !== fileName(todo.path) && !alone(title)) continue;
      pairs.set(todo.fingerprint, finding);
      open.delete(finding);
      break;
    }
  }
  return pairs;
}

function fileName(path: string | undefined): string | undefined {
  return path?.split('/').at(-1);
}
