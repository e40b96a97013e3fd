import { expect, test } from 'vitest';

import { waitingCommits } from '../../../src/collect/release-notes/waiting-commits.ts';
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
  ['no commit after it writes the notes of its package', [CORE, PAGE], ['page/CHANGELOG.md'], true],
  ['a later commit writes them', [CORE, PAGE], ['core/CHANGELOG.md'], false],
  ['a later commit writes the first of them', [CORE], ['core/CHANGELOG.md'], true, true],
  ['the notes of the whole project cover it', [ROOT, PAGE], ['page/CHANGELOG.md'], false],
])(
  'a commit waits for its package to be released: %s',
  (_when, covering, files, expected, isNew = false) => {
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
