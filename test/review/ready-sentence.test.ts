import { expect, it } from 'vitest';

import { countWords, readySentence } from '../../src/review/set-words.ts';
import type { ReadinessLine } from '../../src/words/review/change-set.ts';

const line = (name: ReadinessLine['name'], rest: Partial<ReadinessLine>): ReadinessLine => ({
  name,
  ok: true,
  detail: 'as it is wanted',
  blocks: false,
  ...rest,
});
const MERGES = line('conflicts', {});

it.each([
  [
    'all that is right is not told',
    [line('checks', {}), MERGES, line('banners', {})],
    1,
    'Checks passed. Merges cleanly.',
  ],
  [
    'what is not known is',
    [line('checks', { ok: null, detail: 'no checks configured' }), MERGES],
    1,
    'No checks configured. Merges cleanly.',
  ],
  [
    'one branch has nothing to be tested together with',
    [MERGES, line('union', { ok: null })],
    1,
    'Merges cleanly.',
  ],
  [
    'not even when its own checks passed as it would land',
    [line('checks', {}), MERGES, line('union', {})],
    1,
    'Checks passed. Merges cleanly.',
  ],
  ['several passed', [MERGES, line('union', {})], 2, 'Merges cleanly. Tested together.'],
  [
    'several have',
    [MERGES, line('union', { ok: null })],
    2,
    'Merges cleanly. Not tested together yet.',
  ],
  [
    'several were built without a check',
    [
      MERGES,
      line('union', {
        ok: null,
        detail: 'merges as a whole, and no check is known: set review.checks',
      }),
    ],
    2,
    'Merges cleanly. Merges as a whole, and no check is known: set review.checks.',
  ],
  [
    'what keeps it from landing comes alone',
    [
      MERGES,
      line('questions', { ok: false, blocks: true, detail: 'its run waits for an answer.' }),
    ],
    1,
    'Not ready: its run waits for an answer.',
  ],
  [
    'what is hostile stays on its line',
    [line('findings', { ok: false, detail: 'a\nb\u001b[31m' })],
    1,
    'A b.',
  ],
] as const)('%s', (...[, lines, branches, said]) => {
  expect(readySentence(lines, branches)).toBe(said);
});

it('counts groups only where branches belong together', () => {
  expect(countWords(1, 1)).toBe('1 branch');
  expect(countWords(3, 2)).toBe('3 branches in 2 groups');
});
