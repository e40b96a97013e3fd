import { expect, it } from 'vitest';

import { formatOutward, whyNotUnseen } from '../../src/words/format-outward.ts';

it.each([
  ['Fixes #12', ['Fixes #12']],
  [
    'Mend it\n\nThis closes: harbour/lamps#4 at last\nand more',
    ['This closes: harbour/lamps#4 at last'],
  ],
  ['resolved GH-7', ['resolved GH-7']],
  ['Implements\n#9', ['Implements #9']],
  [
    'Closing https://github.com/harbour/lamps/issues/3',
    ['Closing https://github.com/harbour/lamps/issues/3'],
  ],
  ['Fix issue #3', ['Fix issue #3']],
  ['Thanks @ada and\n(@harbour/crew)', ['Thanks @ada and', '(@harbour/crew)']],
  ['@ada', ['@ada']],
])('what %j does at a forge is named', (message, words) => {
  expect(formatOutward(message)).toEqual(words);
});

it.each([
  'Mend the lamps',
  'See #12',
  'Fixes the lamp of pier 12',
  'A prefix #3',
  'Co-authored-by: Ada <ada@example.com>',
  'git@github.com:harbour/lamps.git',
  'Write to a+b@example.com',
  'At 3 @ 4 o’clock',
])('%j does nothing there', (message) => {
  expect(formatOutward(message)).toEqual([]);
});

it('of many lines some are told, and the rest is counted', () => {
  const words = formatOutward(Array.from({ length: 30 }, (_, each) => `Fixes #${each}`).join('\n'));
  expect(words).toHaveLength(10);
  expect(whyNotUnseen(words)).toMatch(/"Fixes #2" and 7 more$/);
  expect(whyNotUnseen([])).toBeNull();
});

it('a message without end is said to be one, and read in no time', () => {
  const started = performance.now();
  expect(formatOutward('fix.'.repeat(250_000))).toEqual(['a message of 1000000 characters']);
  expect(formatOutward(`${'fix.'.repeat(20_000)}#1`)).toHaveLength(1);
  expect(formatOutward('@a '.repeat(30_000)).length).toBeLessThanOrEqual(10);
  expect(performance.now() - started).toBeLessThan(5_000);
});
