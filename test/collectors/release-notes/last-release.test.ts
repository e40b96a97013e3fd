/** Where the range begins when nobody says so. */
import { expect, test } from 'vitest';

import { collectReleaseNotes } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';

async function begin(
  repo: GitRepo,
): Promise<{ readonly fromName: string; readonly said: string[] }> {
  const { range, commits } = await collectReleaseNotes(
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
  return { fromName: range.fromName, said: commits.map(({ subject }) => subject) };
}

function add(repo: GitRepo, subject: string): void {
  repo.commit({ files: { 'src/a.js': `${subject}\n` }, message: subject });
}

test('a release made on a branch of its own ends where that branch began', async () => {
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n' });
  repo.git('tag', 'v1.0.0');
  add(repo, 'feat: a lamp');
  repo.git('switch', '-c', 'release-1.1');
  add(repo, 'fix: the lamp');
  repo.git('tag', 'v1.1.0');
  repo.git('tag', 'v1.2.0-rc.1');
  repo.git('switch', 'main');
  add(repo, 'feat: a door');
  expect(await begin(repo)).toEqual({ fromName: 'v1.1.0', said: ['feat: a door'] });
});

test('a release on top of a higher version that was only tried is the last one', async () => {
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n' });
  const release = (name: string, day: number): void => {
    repo.commit({
      files: { 'src/a.js': `${name}\n` },
      message: `Release ${name}`,
      date: `2026-01-0${day}T00:00:00Z`,
    });
    repo.git('tag', name);
  };
  release('v0.27.0', 1);
  release('v1.0.0-beta.0', 2);
  release('v0.27.1', 3);
  release('v0.28.0', 4);
  add(repo, 'fix: the door');
  expect(await begin(repo)).toEqual({ fromName: 'v0.28.0', said: ['fix: the door'] });
});

test('an older line does not begin with the release of a newer one', async () => {
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n' });
  repo.git('switch', '-c', 'next');
  add(repo, 'feat: all anew');
  repo.git('tag', 'v2.0.0');
  repo.git('switch', 'main');
  add(repo, 'fix: the lamp');
  repo.git('tag', 'v1.0.1');
  add(repo, 'fix: the door');
  expect(await begin(repo)).toEqual({ fromName: 'v1.0.1', said: ['fix: the door'] });
});
