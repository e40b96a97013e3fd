/** Notes in the code, in numbers, with the oldest few. The recipe todo-sweep tells all of them. */
import type { TodosFacts } from '../../../domain/facts.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../domain/text.ts';
import { countByAge, formatAge } from '../age.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 5;

export function tellTodos({ items, younger, truncated, olderThanDays }: TodosFacts): string {
  const past = items.length + truncated;
  const total = plural(past + younger.length, 'TODO');
  return olderThanDays <= 0
    ? total
    : `${total}, ${past.toLocaleString('en-US')} older than ${plural(olderThanDays, 'day')}`;
}

export function renderTodos({ items, younger }: TodosFacts): string {
  const oldest = [...items, ...younger].toSorted((a, b) => b.ageDays - a.ageDays);
  const ages = countByAge(oldest.map(({ ageDays }) => ageDays));
  const lines = oldest
    .slice(0, MAX_LISTED)
    .map(
      ({ path, line, marker, text, author, ageDays, ageIsLowerBound, dated }) =>
        `- ${inlineCode(`${path}:${line}`)} ${escapeMarkdown(fitLine(`${marker}: ${text}`, 160))} (${escapeMarkdown(fitLine(author, 60))}, ${dated === false ? 'age unknown' : formatAge(ageDays, ageIsLowerBound)})`,
    );
  const more = oldest.length - lines.length;
  return [
    `By age: ${ages.map(({ name, count }) => `${name} ${count}`).join(' · ')}`,
    [...lines, ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} younger`] : [])].join('\n'),
  ].join('\n\n');
}
