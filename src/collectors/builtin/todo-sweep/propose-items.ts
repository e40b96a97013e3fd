/** The items that a sweep asks for: one for each note whose turn it is. */
import type { FileItemLine } from '../../../engines/agent-contract.ts';
import type { TodosFacts } from '../../../words/facts.ts';
import { noteTitle } from './describe-note.ts';
import { formatLimit } from './format-limit.ts';
import { noteBody } from './list-findings.ts';
import type { SweepPlan } from './plan-sweep.ts';

/** What matters first, keys in the order they were reserved. */
export function proposeItems({ due, facts }: SweepPlan): readonly FileItemLine[] {
  return due.flatMap(({ todo, places, standing }): FileItemLine[] => {
    if (standing.kind !== 'proposed') return [];
    return [
      {
        type: 'file-item',
        key: standing.item,
        title: noteTitle(todo),
        body: `${noteBody(todo, places)}\n\n${whyFiled(facts)}`,
        findings: [todo.fingerprint],
      },
    ];
  });
}

function whyFiled(facts: TodosFacts): string {
  return `Filed because the note is ${formatLimit(facts)} and no issue carries it.`;
}
