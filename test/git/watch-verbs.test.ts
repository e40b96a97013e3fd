import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { gitEnvironment } from '../../src/git/git-environment.ts';
import { listRefs } from '../../src/git/list-refs.ts';
import { listNewFolders, listWorkingFiles } from '../../src/git/list-working-files.ts';
import type { GitContext } from '../../src/git/run-git.ts';
import { listOwnFiles } from '../../src/git/touched-paths.ts';
import { isCommitSha, type CommitSha } from '../../src/words/ids.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

function contextOf({ path }: { readonly path: string }): GitContext {
  return { cwd: path, env: gitEnvironment(process.env) };
}

function sha(text: string): CommitSha {
  if (!isCommitSha(text)) throw new TypeError(text);
  return text;
}

test('refs are branches here and elsewhere and tags, each with its commit', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const commit = repo.git('rev-parse', 'HEAD');
  repo.git('tag', '-a', 'v1', '-m', 'one');
  repo.git('tag', 'tree', 'HEAD^{tree}');
  repo.git('update-ref', 'refs/remotes/origin/main', commit);
  repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  repo.git('update-ref', 'refs/notes/x', commit);
  repo.git('remote', 'add', 'origin', '/nowhere');
  repo.git('branch', '--quiet', '--set-upstream-to=origin/main');
  expect([...(await listRefs(contextOf(repo)))]).toEqual([
    ['refs/heads/main', { commit, upstream: 'refs/remotes/origin/main' }],
    ['refs/remotes/origin/main', { commit, upstream: '' }],
    ['refs/tags/v1', { commit, upstream: '' }],
  ]);
});

test('a branch has as its own what no other branch here has', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  repo.git('checkout', '--quiet', '-b', 'work/one');
  repo.commit({ files: { 'a.txt': '2' } });
  const commit = sha(repo.commit({ files: { 'b c.txt': '1', 'a.txt': '3' } }));
  const branch = { name: 'work/one', commit };
  expect(
    (await listOwnFiles(branch, contextOf(repo))).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['a.txt', 'b c.txt']);
  repo.git('branch', 'work/two');
  expect(await listOwnFiles(branch, contextOf(repo))).toEqual([]);
});

test('working files are those that are not ignored, new folders those without a tracked one', async () => {
  const repo = gitRepo({ '.gitignore': 'build/\n', 'docs/a.md': '1', 'src/a.ts': '1' });
  repo.write('docs/new.md', '1');
  repo.write('build/x', '1');
  repo.write('notes/y/z.md', '1');
  mkdirSync(join(repo.path, 'src/empty'));
  expect(await listWorkingFiles([':(top,glob)docs/**'], contextOf(repo))).toEqual([
    'docs/new.md',
    'docs/a.md',
  ]);
  expect(await listWorkingFiles([], contextOf(repo))).not.toContain('build/x');
  expect(await listNewFolders(contextOf(repo))).toEqual(['notes', 'src/empty']);
});

test('outside a repository each of them is an error', async () => {
  const context = contextOf({ path: temporaryFolder() });
  await expect(listRefs(context)).rejects.toThrow(/^git for-each-ref in /);
  await expect(listWorkingFiles([], context)).rejects.toThrow(/^git ls-files in /);
  await expect(listNewFolders(context)).rejects.toThrow(/^git ls-files in /);
  const branch = { name: 'x', commit: sha('0'.repeat(40)) };
  await expect(listOwnFiles(branch, context)).rejects.toThrow(/^git log in /);
});
