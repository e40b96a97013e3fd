/** Notes that are in another file now: a rename must not look like one note gone and another come. */
import type { PriorFinding } from '../../../domain/brief.ts';
import type { TodoFact } from '../../../domain/facts.ts';
import { groupBy } from '../../../domain/group-by.ts';
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
  const left = groupBy(missed, ({ title }) => title);
  for (const [title, notes] of groupBy(fresh, noteTitle)) {
    const findings = left.get(title) ?? [];
    const alone = notes.length === 1 && findings.length === 1;
    for (const todo of notes) {
      const index = findings.findIndex(
        ({ location }) => alone || fileName(location?.path) === fileName(todo.path),
      );
      const [found] = index === -1 ? [] : findings.splice(index, 1);
      if (found !== undefined) pairs.set(todo.fingerprint, found);
    }
  }
  return pairs;
}

function fileName(path: string | undefined): string | undefined {
  return path?.split('/').at(-1);
}
