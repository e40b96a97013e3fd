import { expect, it } from 'vitest';

import type { InboxEntry } from '../../../src/inbox/inbox-entry.ts';
import { groupEntries, seenOf } from '../../../src/page/inbox/group-part.ts';

function entries(counts: readonly number[]): readonly InboxEntry[] {
  return counts.flatMap((count, group) =>
    Array.from({ length: count }, (_, at) => ({
      id: `finding:F-${group}-${at}`,
      kind: 'finding',
      urgency: 'later',
      title: 'One',
      why: 'new',
      since: '2026-11-28T00:00:00.000Z',
      until: null,
      routine: `r${String(group).padStart(3, '0')}`,
      links: {},
      stamp: 'new',
    })),
  );
}

const seen = (...counts: readonly number[]): readonly number[] =>
  seenOf(groupEntries(entries(counts)).toReversed());

it('shows all of a short inbox, and twenty of a long run', () => {
  expect(seen(3, 1, 6)).toEqual([3, 1, 6]);
  expect(seen(75)).toEqual([20]);
  expect(seen(21)).toEqual([21]);
});

it('folds what comes after some twenty entries, however many groups there are', () => {
  expect(seen(13, 13, 5, 13, 1, 13, 13)).toEqual([4, 4, 5, 4, 1, 4, 0]);
  const many = seen(...Array.from({ length: 90 }, () => 13));
  expect(many.reduce((sum, count) => sum + count, 0)).toBe(20);
});
