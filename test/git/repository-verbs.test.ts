/** Verbs over a repository that is given: what they say, and that an exit code which is not an answer is an error. */
import { expect, test } from 'vitest';

import { isAncestor } from '../../src/git/ancestry.ts';
import { diffTrees } from '../../src/git/diff-trees.ts';
import { fetchRefs, fileUrl } from '../../src/git/fetch-ref.ts';
import { gitIn, sealedGitIn, type GitCall } from '../../src/git/git-call.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { countChanges, listChangedFiles } from '../../src/git/list-changed-files.ts';
import { listUnmergedBranches } from '../../src/git/list-heads.ts';
import { objectSizes } from '../../src/git/object-sizes.ts';
import { resolveCommit, readSymbolicRef } from '../../src/git/resolve-commit.ts';
import { updateRefs } from '../../src/git/update-refs.ts';
import { commitId } from '../kit/collect-request.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

const NOWHERE = commitId('1'.repeat(40));
const FAILED = { code: 'failed', reason: 'git-failed' };
const env = gitEnvironment(process.env);

function call(cwd: string): GitCall {
  return gitIn({ cwd, env });
}

/** Two commits: `a` changed, `b` added. */
function twoCommits() {
  const repo = gitRepo({ a: 'one\n' });
  const first = commitId(repo.git('rev-parse', 'HEAD'));
  const second = commitId(repo.commit({ files: { a: 'one\ntwo\n', b: 'b\n' } }));
  return { repo, first, second, git: call(repo.path) };
}

test('merge-base tells yes from no, and both from a commit that is not there', async () => {
  const { git, first, second } = twoCommits();
  expect(await isAncestor(git, first, second)).toBe(true);
  expect(await isAncestor(git, second, first)).toBe(false);
  await expect(isAncestor(git, NOWHERE, second)).rejects.toMatchObject(FAILED);
});

test('diff-tree names and counts what differs, and fails for a commit that is not there', async () => {
  const { repo, git, first, second } = twoCommits();
  const context = { cwd: repo.path, env };
  const both = await diffTrees(context, { from: first, to: second, most: 9 });
  expect(both.changes.map(({ status, path }) => `${status} ${path}`)).toEqual(['M a', 'A b']);
  expect(both.changes[0]).toMatchObject({ oldId: repo.git('rev-parse', `${first}:a`) });
  const one = await diffTrees(context, { from: first, to: second, most: 1 });
  expect([one.changes.length, one.count]).toEqual([1, 2]);
  expect(await countChanges(git, first, second)).toEqual({ files: 2, insertions: 2, deletions: 0 });
  expect(await listChangedFiles({ from: first, to: second }, context)).toEqual(['a', 'b']);
  await expect(diffTrees(context, { from: first, to: NOWHERE, most: 9 })).rejects.toMatchObject(
    FAILED,
  );
  await expect(countChanges(git, NOWHERE, first)).rejects.toMatchObject(FAILED);
  const gone = { from: first, to: NOWHERE };
  await expect(listChangedFiles(gone, context)).rejects.toMatchObject(FAILED);
});

test('for-each-ref lists branches of ours that are not merged, and fails without their base', async () => {
  const { repo, first, second } = twoCommits();
  repo.git('branch', 'roundsman/watch/one', second);
  repo.git('branch', 'roundsman/watch/merged', first);
  repo.git('branch', 'mine', second);
  const context = { cwd: repo.path, env };
  expect(await listUnmergedBranches({ prefix: 'roundsman', base: first }, context)).toEqual([
    { branch: 'roundsman/watch/one', tip: second, subject: 'change' },
  ]);
  const nowhere = { prefix: 'roundsman', base: NOWHERE };
  await expect(listUnmergedBranches(nowhere, context)).rejects.toMatchObject(FAILED);
});

test('rev-parse gives null for what names no commit, also outside of a repository', async () => {
  const { repo, git, second } = twoCommits();
  expect(await resolveCommit(git, 'main')).toBe(second);
  expect(await resolveCommit(git, 'main^{tree}')).toBeNull();
  expect(await resolveCommit(git, 'nowhere')).toBeNull();
  expect(await resolveCommit(git, repo.git('rev-parse', 'HEAD:a'))).toBeNull();
  expect(await resolveCommit(call(temporaryFolder()), 'HEAD')).toBeNull();
});

test('symbolic-ref gives null for a detached HEAD, for nothing, and outside of a repository', async () => {
  const { repo, git } = twoCommits();
  expect(await readSymbolicRef(git, 'HEAD')).toBe('refs/heads/main');
  repo.git('checkout', '--quiet', '--detach');
  expect(await readSymbolicRef(git, 'HEAD')).toBeNull();
  expect(await readSymbolicRef(git, 'refs/remotes/origin/HEAD')).toBeNull();
  expect(await readSymbolicRef(call(temporaryFolder()), 'HEAD')).toBeNull();
});

test('update-ref does all or nothing', async () => {
  const { repo, git, first, second } = twoCommits();
  const there = { kind: 'create', ref: 'refs/heads/there', to: first } as const;
  await updateRefs(git, [there, { kind: 'delete', ref: 'refs/heads/never' }]);
  const another = { kind: 'set', ref: 'refs/heads/another', to: second } as const;
  await expect(updateRefs(git, [another, there])).rejects.toMatchObject(FAILED);
  await expect(updateRefs(git, [{ ...another, to: NOWHERE }])).rejects.toMatchObject(FAILED);
  expect(repo.git('for-each-ref', '--format=%(refname:short)')).toBe('main\nthere');
});

test('cat-file tells sizes, marks what is missing, and fails outside of a repository', async () => {
  const { repo, git } = twoCommits();
  const blob = repo.git('rev-parse', 'HEAD:b');
  expect(await objectSizes(git, [blob, NOWHERE])).toEqual([
    { id: blob, type: 'blob', size: 2 },
    { id: NOWHERE, type: null, size: 0 },
  ]);
  await expect(objectSizes(call(temporaryFolder()), [blob])).rejects.toMatchObject(FAILED);
});

test('fetch brings the one ref that was asked for, and fails for one that is not there', async () => {
  const { repo, second } = twoCommits();
  repo.git('tag', 'v1');
  const other = gitRepo();
  const git = sealedGitIn({ cwd: other.path, env });
  const from = fileUrl(repo.path);
  await fetchRefs(git, { from, refspecs: ['+refs/heads/main:refs/kept/main'] });
  expect(other.git('for-each-ref', '--format=%(objectname) %(refname)')).toBe(
    `${second} refs/kept/main`,
  );
  const missing = { from, refspecs: ['+refs/heads/none:refs/kept/none'] };
  await expect(fetchRefs(git, missing)).rejects.toMatchObject(FAILED);
});

test('a path becomes a URL that git reads as that path', () => {
  expect(fileUrl('/a b/50%/ü#?')).toBe('file:///a%20b/50%25/%C3%BC%23%3F');
});

test('a sealed call asks nobody but local files', async () => {
  const git = sealedGitIn({ cwd: gitRepo().path, env });
  const request = { from: 'https://example.invalid/x.git', refspecs: ['+HEAD:refs/kept/x'] };
  await expect(fetchRefs(git, request)).rejects.toThrow(/transport 'https' not allowed/);
});
