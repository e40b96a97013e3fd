import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { gitEnvironment } from '../../src/git/git-environment.ts';
import { findTips, isShallow, listTags } from '../../src/git/list-refs.ts';
import { countRange, logRange } from '../../src/git/log-range.ts';
import { listCommitsWithText, readFileAt } from '../../src/git/read-file-at.ts';
import { commitId } from '../kit/collect-request.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

const contextOf = (cwd: string) => ({ cwd, env: gitEnvironment(process.env) });

test('tags are listed by where they stand to a commit, those on anything else left out', async () => {
  const repo = gitRepo({ a: '1' });
  const first = commitId(repo.git('rev-parse', 'HEAD'));
  repo.git('tag', 'plain');
  repo.git('tag', 'on-a-blob', `${first}:a`);
  const second = commitId(repo.commit({ files: { a: '2' } }));
  repo.git('tag', '-a', '-m', 'words', 'annotated');
  repo.git('checkout', '-q', '-b', 'side', first);
  repo.commit({ files: { b: '1' } });
  repo.git('tag', 'side-tag');
  const names = async (query: Parameters<typeof listTags>[1]) =>
    (await listTags(contextOf(repo.path), query)).map(
      ({ name, commit }) => `${name} ${commit === second}`,
    );
  expect(await names({ kind: 'all' })).toEqual(['annotated true', 'plain false', 'side-tag false']);
  expect(await names({ kind: 'merged', into: second })).toEqual(['annotated true', 'plain false']);
  expect(await names({ kind: 'apart', from: second })).toEqual(['side-tag false']);
  await expect(names({ kind: 'merged', into: commitId('1'.repeat(40)) })).rejects.toThrow(
    /failed \(exit 129\)/,
  );
});

test('a range is read with messages, parents and paths, a merge against its first parent', async () => {
  const repo = gitRepo({ a: '1' });
  const from = commitId(repo.git('rev-parse', 'HEAD'));
  repo.git('checkout', '-q', '-b', 'side');
  const side = repo.commit({
    files: { 'b c': '1', 'd\ne': '1' },
    message: 'side\n\nwords\n\nmore',
  });
  repo.git('checkout', '-q', 'main');
  const main = repo.commit({ files: { a: null, f: '1' }, message: 'main' });
  repo.git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
  const empty = repo.commit({ message: 'empty' });
  const to = commitId(empty);
  const commits = await logRange(contextOf(repo.path), { from, to, max: 10 });
  expect(
    commits.map(({ subject, body, files, parents }) => ({
      subject,
      body,
      files,
      parents: parents.length,
    })),
  ).toEqual([
    { subject: 'empty', body: '', files: [], parents: 1 },
    { subject: 'merge', body: '', files: ['b c', 'd\ne'], parents: 2 },
    { subject: 'side', body: 'words\n\nmore\n', files: ['b c', 'd\ne'], parents: 1 },
    { subject: 'main', body: '', files: ['a', 'f'], parents: 1 },
  ]);
  expect(commits.slice(2).map(({ sha }) => sha)).toEqual([side, main]);
  expect(await countRange(contextOf(repo.path), { from, to })).toBe(4);
  expect(await countRange(contextOf(repo.path), { from: null, to })).toBe(5);
  const missing = logRange(contextOf(repo.path), { from: commitId('1'.repeat(40)), to, max: 10 });
  await expect(missing).rejects.toThrow(/git log in .* failed \(exit 128\)/);
});

test('a file is read from a commit, and one that is not there is null', async () => {
  const repo = gitRepo({ 'a/b.txt': 'words\n' });
  const first = commitId(repo.git('rev-parse', 'HEAD'));
  const second = commitId(repo.commit({ files: { 'a/b.txt': 'other\n' } }));
  expect(await readFileAt(contextOf(repo.path), second, 'a/b.txt')).toBe('other\n');
  expect(await readFileAt(contextOf(repo.path), second, 'c')).toBeNull();
  expect(await readFileAt(contextOf(repo.path), `${first}^`, 'a/b.txt')).toBeNull();
  const query = { commit: second, path: 'a/b.txt', text: 'words' };
  expect(await listCommitsWithText(contextOf(repo.path), query)).toEqual([second, first]);
});

test('a name is found wherever it stands, and only there', async () => {
  const repo = gitRepo({ a: '1' });
  repo.git('branch', 'deploy/production');
  repo.git('tag', 'deployed');
  const path = temporaryFolder();
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${repo.path}`, path], {
    stdio: 'ignore',
  });
  execFileSync(
    'git',
    ['fetch', '-q', 'origin', 'deploy/production:refs/remotes/origin/deploy/production'],
    { cwd: path, stdio: 'ignore' },
  );
  const refs = async (cwd: string, name: string) =>
    (await findTips(contextOf(cwd), name)).map(({ ref }) => ref);
  expect(await refs(repo.path, 'deploy/production')).toEqual(['refs/heads/deploy/production']);
  expect(await refs(repo.path, 'deploy')).toEqual([]);
  expect(await refs(repo.path, 'deployed')).toEqual(['refs/tags/deployed']);
  expect(await refs(path, 'deploy/production')).toEqual(['refs/remotes/origin/deploy/production']);
  expect(await isShallow(contextOf(repo.path))).toBe(false);
  expect(await isShallow(contextOf(path))).toBe(true);
});
