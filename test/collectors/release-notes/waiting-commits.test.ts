import { expect, test } from 'vitest';

import { waitingCommits } from '../../../src/collectors/release-notes/waiting-commits.ts';
import { commit } from '../../kit/match-request.ts';

const CORE = { path: 'core/CHANGELOG.md', folder: 'core' };
const PAGE = { path: 'page/CHANGELOG.md', folder: 'page' };
const ROOT = { path: 'CHANGELOG.md', folder: '' };

const waits = (
  commits: Parameters<typeof waitingCommits>[0]['commits'],
  covering: Parameters<typeof waitingCommits>[0]['covering'],
  isNew = false,
) => waitingCommits({ commits, covering, existed: () => !isNew });

test.each([
  {
    when: 'no commit after it writes the notes of its package',
    covering: [CORE, PAGE],
    files: ['page/CHANGELOG.md'],
    expected: true,
  },
  {
    when: 'a later commit writes them',
    covering: [CORE, PAGE],
    files: ['core/CHANGELOG.md'],
    expected: false,
  },
  {
    when: 'a later commit writes the first of them',
    covering: [CORE],
    files: ['core/CHANGELOG.md'],
    expected: true,
    isNew: true,
  },
  {
    when: 'the notes of the whole project cover it',
    covering: [ROOT, PAGE],
    files: ['page/CHANGELOG.md'],
    expected: false,
  },
])(
  'a commit waits for its package to be released: $when',
  ({ covering, files, expected, isNew = false }) => {
    const change = commit('Fix pipes', { allFiles: ['core/pipe.js', 'package.json'] });
    const later = commit('Write notes', { allFiles: files });
    expect(waits([later, change], covering, isNew).has(change.sha)).toBe(expected);
  },
);

test('one of two packages waits as long as the notes of neither are written', () => {
  const change = commit('Fix pipes', { allFiles: ['core/pipe.js', 'page/pipe.js'] });
  const later = commit('Write notes', { allFiles: ['page/CHANGELOG.md'] });
  expect(waits([change], [CORE, PAGE])).toEqual(new Set([change.sha]));
  expect(waits([later, change], [CORE, PAGE])).toEqual(new Set());
});

test('a commit waits for the notes of the project where these are written at the release', () => {
  const change = commit('Fix pipes', { allFiles: ['src/pipe.js'] });
  const later = commit('Write notes', { allFiles: ['CHANGELOG.md'] });
  const waiting = (commits: readonly (typeof change)[], atRelease: boolean) =>
    waitingCommits({ commits, covering: [ROOT], existed: () => true, atRelease });
  expect(waiting([change], true)).toEqual(new Set([change.sha]));
  expect(waiting([later, change], true)).toEqual(new Set());
  expect(waiting([change], false)).toEqual(new Set());
});
