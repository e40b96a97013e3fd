/** Entries put under a release that was out before their change came in. */
import { expect, test } from 'vitest';

import { collectReleaseNotes } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';

const NOTES = '# Changelog\n\n## 1.1.0\n\n- Add a lamp (#1)\n\n## 1.0.0\n\n- Begin\n';

function released(): GitRepo {
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- Begin\n' });
  repo.git('tag', 'v1.0.0');
  repo.commit({ files: { 'src/lamp.js': 'lamp\n' }, message: 'Add a lamp (#1)' });
  repo.commit({ files: { 'CHANGELOG.md': NOTES }, message: 'Notes' });
  repo.git('tag', 'v1.1.0');
  return repo;
}

function write(repo: GitRepo, lines: readonly string[]): void {
  const text = NOTES.replace('(#1)\n', ['(#1)', ...lines, ''].join('\n'));
  repo.commit({ files: { 'CHANGELOG.md': text }, message: 'More notes' });
}

async function problems(repo: GitRepo): Promise<readonly string[]> {
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
  return facts.problems.map(({ code, line, message }) => `${code} ${line} ${message}`);
}

test('is told with its commit', async () => {
  const repo = released();
  repo.commit({ files: { 'src/door.js': 'door\n' }, message: 'Add a door (#2)' });
  write(repo, ['- Add a door (#2)']);
  const sha = repo.git('rev-parse', 'HEAD~1').slice(0, 7);
  expect(await problems(repo)).toEqual([
    `released-later 6 The entry "Add a door (#2)" stands under 1.1.0, and that was out before its commit ${sha} "Add a door (#2)" came in.`,
  ]);
});

test('is none where the release has the same change under another commit', async () => {
  const repo = released();
  repo.git('tag', '-d', 'v1.1.0');
  repo.commit({ files: { 'src/door.js': 'door\n' }, message: 'Add a door (#2)' });
  repo.git('tag', 'v1.1.0');
  repo.commit({
    files: { 'src/door.js': 'a door\n' },
    message: 'Add a door, for the main line (#2)',
  });
  write(repo, ['- Add a door (#2)']);
  expect(await problems(repo)).toEqual([]);
});

test('is none where so many were put there that it was meant', async () => {
  const repo = released();
  for (const [number, name] of ['door', 'wall', 'roof'].entries())
    repo.commit({
      files: { [`src/${name}.js`]: `${name}\n` },
      message: `Add a ${name} (#${number + 2})`,
    });
  write(repo, ['- Add a door (#2)', '- Add a wall (#3)', '- Add a roof (#4)']);
  expect(await problems(repo)).toEqual([]);
});
