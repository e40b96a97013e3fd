/** Messages of commands on a page. */
import { expect, it } from 'vitest';

import { withCode, withoutCommands } from '../../../src/page/parts/plain-hint.ts';

it.each([
  [
    'It ended with exit code 1. See the end of its log: roundsman logs 4k2v9x',
    'It ended with exit code 1.',
  ],
  [
    'It failed. See its log: roundsman logs 4k2v9x · 1 run before it failed too',
    'It failed · 1 run before it failed too',
  ],
  ['`roundsman findings --all` lists them.', ''],
  ['Test it: roundsman connect github', 'Test it: roundsman connect github'],
])('%s', (text, left) => {
  expect(withoutCommands(text)).toBe(left);
});

it('shows code as code, and anything else as text', () => {
  expect(withCode('set `<a>` <b>').toString()).toBe('set <code>&lt;a&gt;</code> &lt;b&gt;');
});
