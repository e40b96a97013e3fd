/** How old a note is, in words. Days in, because that is what collectors count. */
import type { TodoFact } from '../../words/facts.ts';
import { plural } from '../../words/text.ts';

/** `12 days`, `14 months`, `3 years`; `at least …` where history ends before the line was written. */
export function formatAge(days: number, isLowerBound = false): string {
  const words = ageWords(Math.max(0, Math.floor(days)));
  return isLowerBound ? `at least ${words}` : words;
}

function ageWords(days: number): string {
  if (days < 1) return 'less than a day';
  if (days < 100) return plural(days, 'day');
  const months = Math.floor(days / 30.44);
  if (months < 24) return plural(months, 'month');
  return plural(Math.floor(days / 365.25), 'year');
}

const BUCKETS = [
  { from: 730, name: 'over 2 years' },
  { from: 365, name: '1 to 2 years' },
  { from: 180, name: '6 to 12 months' },
  { from: 90, name: '3 to 6 months' },
  { from: 30, name: '1 to 3 months' },
  { from: 0, name: 'under a month' },
] as const;

const UNKNOWN = 'age unknown';

/** Counts by age, oldest first, then those that git could not date; empty buckets left out. */
export function countByAge(
  notes: readonly Pick<TodoFact, 'ageDays' | 'dated'>[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { ageDays, dated } of notes) {
    const bucket = BUCKETS.find(({ from }) => ageDays >= from)?.name ?? 'under a month';
    const name = dated === false ? UNKNOWN : bucket;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...BUCKETS.map(({ name }) => name), UNKNOWN].flatMap((name) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ name, count }];
  });
}
