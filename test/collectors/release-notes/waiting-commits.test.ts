import { expect, test } from 'vitest';

import { collectReleaseNotes } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { waitingCommits } from '../../../src/collectors/release-notes/told-elsewhere.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo } from '../../kit/git-repo.ts';
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

test('nothing waits where notes of a release to come are begun, whatever was the habit', async () => {
  const colours = 'red green blue amber white black brass oval flat'.split(' ');
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n' });
  const add = (colour: string, files: Readonly<Record<string, string>> = {}): void =>
    void repo.commit({
      files: { 'src/a.js': colour, ...files },
      message: `feat: add the ${colour} lamp`,
    });
  let notes = '';
  for (const release of [1, 2, 3]) {
    const own = colours.slice(3 * release - 3, 3 * release);
    for (const colour of own) add(colour);
    const entries = own.map((colour) => `- Add the ${colour} lamp\n`).join('');
    notes = `\n## ${release}.0.0 - 2026-0${release}-01\n\n${entries}${notes}`;
    repo.commit({
      files: { 'CHANGELOG.md': `# Changelog\n${notes}` },
      message: `Release ${release}`,
    });
    repo.git('tag', `v${release}.0.0`);
  }
  const waiting = async (): Promise<number> => {
    const facts = await collectReleaseNotes(
      collectRequest(repo.path, {
        kind: 'release-notes',
        path: null,
        form: 'auto',
        range: { kind: 'last-release' },
        tags: '*',
        types: ['feat', 'fix'],
        exclude: [],
      }),
    );
    return facts.waiting?.length ?? 0;
  };
  add('round');
  expect(await waiting()).toBe(1);
  const begun = `# Changelog\n\n## Unreleased\n\n- Add the square lamp\n${notes}`;
  add('square', { 'CHANGELOG.md': begun });
  add('small');
  expect(await waiting()).toBe(0);
});
