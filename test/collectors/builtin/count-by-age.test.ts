import { expect, test } from 'vitest';

import { countByAge } from '../../../src/collectors/builtin/todo-sweep/describe-note.ts';

test('notes that git could not date are counted apart, never as young', () => {
  const notes = [
    { ageDays: 0 },
    { ageDays: 40 },
    { ageDays: 800 },
    { ageDays: 800 },
    { ageDays: 0, dated: false as const },
  ];
  expect(countByAge(notes)).toEqual([
    { name: 'over 2 years', count: 2 },
    { name: '1 to 3 months', count: 1 },
    { name: 'under a month', count: 1 },
    { name: 'age unknown', count: 1 },
  ]);
});
