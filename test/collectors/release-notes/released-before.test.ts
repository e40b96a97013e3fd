/** Entries whose change went out with an earlier release. */
import { expect, test } from 'vitest';

import { findReleasedBefore } from '../../../src/collectors/release-notes/find-moved.ts';
import { commit, entry } from '../../kit/match-request.ts';

const TAGGED = '2026-01-10T12:00:00Z';
const PIPES = commit('Fix closing of pipes (#12)');

async function codes(
  under: readonly string[],
  texts: readonly string[] = ['Pipes are closed (#12)'],
): Promise<readonly string[]> {
  const release = {
    version: '1.2.0',
    title: '1.2.0',
    date: null,
    badDate: null,
    yanked: false,
    path: 'CHANGELOG.md',
    line: 3,
    end: 6,
    entries: [],
  };
  const { problems } = await findReleasedBefore({
    open: new Map(texts.map((text, at) => [at, { entry: entry(text), release }])),
    commits: [PIPES, commit('Read cookies once (#13)'), commit('Keep the order of headers (#14)')],
    isTagged: () => true,
    firstRelease: async () => ({
      name: 'v1.1.0',
      version: '1.1.0',
      date: TAGGED,
      committed: TAGGED,
    }),
    entriesUnder: () => under.map((text) => entry(text)),
  });
  return problems.map(({ code }) => code);
}

test('an entry of a change that went out before is told, unless it stands there too', async () => {
  expect(await codes(['Something else'])).toEqual(['released-before']);
  expect(await codes(['Pipes are closed at last (#12)'])).toEqual([]);
});

test('a release that the notes leave out is told by the next one', async () => {
  expect(await codes([])).toEqual([]);
});

test('a release that was withdrawn is told by the next one, under which all its entries stand', async () => {
  const two = ['Pipes are closed (#12)', 'Cookies are read once (#13)'];
  expect(await codes(['Something else'], two)).toHaveLength(2);
  expect(await codes(['Something else'], [...two, 'Headers keep their order (#14)'])).toEqual([]);
});
