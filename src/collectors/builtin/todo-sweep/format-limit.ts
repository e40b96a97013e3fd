import type { TodosFacts } from '../../../words/facts.ts';
import { plural } from '../../../words/text.ts';

/** `older than 30 days`; `of any age` when the limit is zero. */
export function formatLimit({ olderThanDays }: Pick<TodosFacts, 'olderThanDays'>): string {
  return olderThanDays <= 0 ? 'of any age' : `older than ${plural(olderThanDays, 'day')}`;
}

/** `12 notes past 30 days`, `1 note` when there is no limit. */
export function notesPast(
  count: number,
  { olderThanDays }: Pick<TodosFacts, 'olderThanDays'>,
): string {
  const notes = plural(count, 'note');
  return olderThanDays <= 0 ? notes : `${notes} past ${plural(olderThanDays, 'day')}`;
}
