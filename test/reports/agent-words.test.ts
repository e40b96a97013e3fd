import { expect, test } from 'vitest';

import { formatCredential } from '../../src/reports/report-lead.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';

test.each([
  ['outside', 'sandbox', 'outside: the agent never had the key'],
  [
    'outside',
    'private',
    'outside: the agent was not given the key; only a sandbox keeps it from files and processes of this user that have it',
  ],
  ['inside', 'sandbox', 'inside: with the agent'],
  [null, 'private', null],
] as const)('credentials %s at level %s are told as they are', (credentials, isolation, words) => {
  expect(formatCredential({ progress: { ...EMPTY_PROGRESS, credentials, isolation } })).toBe(words);
});
