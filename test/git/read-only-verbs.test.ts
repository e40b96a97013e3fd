import { expect, test } from 'vitest';

import { checkAttributes } from '../../src/git/attribute-files.ts';
import { blameLines } from '../../src/git/blame.ts';
import { readBlobs } from '../../src/git/cat-file.ts';
import { gitIn } from '../../src/git/git-call.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { isIgnored } from '../../src/git/list-working-files.ts';
import { logCommits } from '../../src/git/log-range.ts';
import { listTree, readTreeIntoIndex } from '../../src/git/ls-tree.ts';
import { firstParentChanges } from '../../src/git/mainline-changes.ts';
import { commonGitFolder } from '../../src/git/object-folders.ts';
import type { GitContext } from '../../src/git/run-git.ts';
import { findTrailerCommits } from '../../src/git/trailers.ts';
import { commitId } from '../kit/collect-request.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

const NOWHERE = commitId('1'.repeat(40));
const env = gitEnvironment(process.env);

function contextOf(cwd: string): GitContext {
  return { cwd, env };
}

test('ls-tree lists regular files with odd names and refuses an unknown commit', async () => {
  const repo = gitRepo({ 'a "b"\n.txt': 'one\n' });
  repo.git(
    'update-index',
    '--add',
    '--cacheinfo',
    `120000,${repo.git('rev-parse', 'HEAD:a "b"\n.txt')},link`,
  );
  const head = commitId(repo.commit());
  const files = await listTree(contextOf(repo.path), head);
  expect(files.map(({ path, size }) => [path, size])).toEqual([['a "b"\n.txt', 4]]);
  await expect(listTree(contextOf(repo.path), NOWHERE)).rejects.toMatchObject({
    reason: 'git-failed',
  });
});

test('cat-file gives bytes, and names a blob that is not there', async () => {
  const repo = gitRepo({ a: 'x\u0000y\n', b: '' });
  const blobs = ['HEAD:a', 'HEAD:b'].map((name) => ({
    blob: repo.git('rev-parse', name),
    size: 4,
  }));
  const seen: string[] = [];
  await readBlobs(contextOf(repo.path), blobs, (_blob, content) =>
    seen.push(content.toString('utf8')),
  );
  expect(seen).toEqual(['x\u0000y\n', '']);
  await expect(
    readBlobs(contextOf(repo.path), [{ blob: NOWHERE, size: 1 }], () => undefined),
  ).rejects.toMatchObject({ reason: 'object-missing', code: 'missing' });
});

test('a step of blame says which parent had a line and where; it has no answer for a path that is not there', async () => {
  const repo = gitRepo({ a: 'a line that is long enough for git to know it again\n' });
  const ignoreRevsFile = `${repo.path}/none`;
  const parent = commitId(repo.git('rev-parse', 'HEAD'));
  repo.git('mv', 'a', 'a "new"\nname');
  repo.write('a "new"\nname', 'zero\na line that is long enough for git to know it again\n');
  const commit = commitId(repo.commit());
  repo.write('none', '');
  const step = { commit, parents: [parent], ignoreRevsFile };
  const context = contextOf(repo.path);
  const lines = await blameLines(context, { ...step, path: 'a "new"\nname' });
  expect([...(lines ?? [])]).toEqual([
    [1, { commit, path: 'a "new"\nname', line: 1 }],
    [2, { commit: parent, path: 'a', line: 1 }],
  ]);
  expect(await blameLines(context, { ...step, path: 'b' })).toBeNull();
});

test('check-attr reads the index that is named and nothing of the working tree', async () => {
  const repo = gitRepo({ '.gitattributes': '*.x linguist-vendored\n', 'a.x': '', 'b.y': '' });
  repo.write('.gitattributes', '*.y linguist-vendored\n');
  const own = { cwd: repo.path, env: { ...env, GIT_INDEX_FILE: `${temporaryFolder()}/index` } };
  await readTreeIntoIndex(own, commitId(repo.git('rev-parse', 'HEAD')));
  const found = await checkAttributes(own, ['linguist-vendored'], ['a.x', 'b.y']);
  expect([...found]).toEqual([['a.x', { 'linguist-vendored': 'set' }]]);
  await expect(checkAttributes(own, ['-bad'], ['a.x'])).rejects.toMatchObject({
    reason: 'git-failed',
  });
});

test('read-tree refuses the index of the repository itself, and an unknown commit', async () => {
  const repo = gitRepo({ a: '' });
  await expect(readTreeIntoIndex(contextOf(repo.path), NOWHERE)).rejects.toMatchObject({
    reason: 'no-index-named',
  });
  const own = { cwd: repo.path, env: { ...env, GIT_INDEX_FILE: `${temporaryFolder()}/index` } };
  await expect(readTreeIntoIndex(own, NOWHERE)).rejects.toMatchObject({ reason: 'git-failed' });
});

test('the main line: what it touched, also when changed back; apart from other lines and unknown commits', async () => {
  const repo = gitRepo({ a: '1\n', b: '1\n' });
  const first = commitId(repo.git('rev-parse', 'HEAD'));
  repo.commit({ files: { a: '2\n' } });
  const last = commitId(repo.commit({ files: { a: '1\n' } }));
  const line = await firstParentChanges(contextOf(repo.path), first, last);
  expect(line).toMatchObject({ kind: 'forward', touched: new Set(['a']) });
  const apart = { kind: 'apart' };
  expect(await firstParentChanges(contextOf(repo.path), last, first)).toEqual(apart);
  expect(await firstParentChanges(contextOf(repo.path), NOWHERE, last)).toEqual(apart);
});

test('only a real trailer counts', async () => {
  const repo = gitRepo({ a: '1\n' });
  repo.commit({ message: 'talk\n\nRoundsman-Blame: ignore\n\nis what we write' });
  const said = repo.commit({ message: 'annotate\n\nRoundsman-Blame: ignore' });
  const query = { key: 'Roundsman-Blame', value: 'ignore', without: null };
  const commit = commitId(said);
  expect(await findTrailerCommits(contextOf(repo.path), { ...query, commit })).toEqual([said]);
  await expect(
    findTrailerCommits(contextOf(repo.path), { ...query, commit: NOWHERE }),
  ).rejects.toMatchObject({ reason: 'git-failed' });
});

test('log and rev-parse fail where there is nothing to read', async () => {
  const query = { commit: NOWHERE, from: null, to: new Date(), pathspecs: [] };
  await expect(logCommits(contextOf(gitRepo().path), query)).rejects.toMatchObject({
    reason: 'git-failed',
  });
  await expect(commonGitFolder(contextOf(temporaryFolder()))).rejects.toMatchObject({
    reason: 'git-failed',
  });
});

test('check-ignore tells an ignored path from another, and fails where nothing can be ignored', async () => {
  const repo = gitRepo({ '.gitignore': 'build/\n' });
  const git = gitIn(contextOf(repo.path));
  expect(await isIgnored(git, 'build/')).toBe(true);
  expect(await isIgnored(git, 'src/')).toBe(false);
  await expect(isIgnored(gitIn(contextOf(temporaryFolder())), 'x')).rejects.toMatchObject({
    reason: 'git-failed',
  });
});
