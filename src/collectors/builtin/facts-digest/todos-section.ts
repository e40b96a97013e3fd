/** Notes in the code, in numbers, with the few that matter most. The recipe todo-sweep tells more of them. */
import { chooseNotes } from '../../../context/choose-notes.ts';
import type { TodosFacts } from '../../../words/facts.ts';
import { plural } from '../../../words/text.ts';
import { countByAge, noteLine } from '../todo-sweep/describe-note.ts';
import { byRank } from '../todo-sweep/plan-sweep.ts';
import { formatDueLater } from '../todo-sweep/report/format-standing.ts';

const MAX_LISTED = 5;

export function tellTodos({ items, younger, truncated, olderThanDays }: TodosFacts): string {
  const past = items.length + truncated;
  const total = plural(past + younger.length, 'TODO');
  return olderThanDays <= 0
    ? total
    : `${total}, ${past.toLocaleString('en-US')} older than ${plural(olderThanDays, 'day')}`;
}

export function renderTodos(facts: TodosFacts): string {
  const { items, younger } = facts;
  const ages = countByAge([...items, ...younger]);
  const { notes, later } = chooseNotes(facts, []);
  const ranked = notes.map(({ todo }) => todo).toSorted(byRank);
  const shown = [...ranked, ...younger];
  const lines = shown.slice(0, MAX_LISTED).map((todo) => `- ${noteLine(todo)}`);
  const more = shown.length - lines.length;
  return [
    `By age: ${ages.map(({ name, count }) => `${name} ${count}`).join(' · ')}`,
    [...lines, ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : [])].join('\n'),
    formatDueLater({ later }),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
