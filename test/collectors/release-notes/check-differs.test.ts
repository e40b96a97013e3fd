/** Entries whose words are not about the number that they name. */
import { expect, test } from 'vitest';

import { checkDiffers } from '../../../src/collectors/release-notes/check-differs.ts';
import { matchEntries } from '../../../src/collectors/release-notes/match-entries.ts';
import { commit, matchRequest } from '../../kit/match-request.ts';

const PIPES = commit('Fix closing of pipes that children inherit from their parents (#12)', {
  allFiles: ['src/pipes.js'],
  changes: { notes: [], windows: [{ path: 'src/pipes.js', text: 'pipe.close();' }] },
});
const CURSORS = 'Fix flickering cursors in right-to-left scripts';

function differing(entry: string, ...subjects: readonly string[]): number {
  const request = matchRequest([entry], [PIPES, ...subjects]);
  return checkDiffers({ ...request, match: matchEntries(request) }).length;
}

test('an entry with nothing of the change whose number it names differs', () => {
  expect(differing('Flickering cursors in right-to-left scripts are fixed (#12)')).toBe(1);
  expect(differing('Flickering cursors beside pipes in right-to-left scripts (#12)')).toBe(0);
});

test('one of a change to tests or documentation alone has words of its own', () => {
  const request = matchRequest(
    ['Flickering cursors in right-to-left scripts are fixed (#12)'],
    [{ ...PIPES, userVisible: false }],
  );
  expect(checkDiffers({ ...request, match: matchEntries(request) })).toEqual([]);
});

test('one that sums up several changes has words of its own', () => {
  const summed = 'Flickering cursors in right-to-left scripts are fixed (#12, #13)';
  expect(differing(summed, 'Show the tooltip (#13)')).toBe(0);
});

test('one that holds a little of its own differs where it fits another that has a number', () => {
  const told = 'Fix flickering cursors in right-to-left scripts, also in pipes (#12)';
  expect(differing(told, `${CURSORS} (#13)`)).toBe(1);
  expect(differing(told, CURSORS)).toBe(0);
  // That one is told already.
  const request = matchRequest([told, 'Cursors do not flicker (#13)'], [PIPES, `${CURSORS} (#13)`]);
  expect(checkDiffers({ ...request, match: matchEntries(request) })).toEqual([]);
});
