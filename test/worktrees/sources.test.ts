import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { agentDoes, runAgent, worktreeRequest, type RequestOptions } from '../kit/worktree-run.ts';

const SHA = /^[0-9a-f]{40,64}$/;
const WORK = 'echo work > work.txt; git add work.txt; git commit -qm work; echo left > left.txt';

/** Runs an agent over the repository and checks what holds for every source. */
async function expectBranch(
  repo: GitRepo,
  options: RequestOptions = {},
): Promise<{
  readonly notices: readonly string[];
  readonly base: string;
  readonly baseRef: string;
}> {
  const before = snapshotRepository(repo.path, ['refs/heads/roundsman/']);
  const request = await worktreeRequest(repo.path, options);
  const { handed, opened, notices } = await runAgent(request, WORK);
  expect(handed.changes).toEqual({ kind: 'branch' });
  expect(repo.git('show', `${handed.branch}:left.txt`)).toBe('left');
  expect(repo.git('rev-parse', `${handed.branch}~2`)).toBe(opened.base);
  expect(repo.git('for-each-ref', 'refs/roundsman')).toBe('');
  expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
  expect(repo.git('fsck', '--strict', '--connectivity-only', '--no-dangling')).toBe('');
  return { notices, base: opened.base, baseRef: opened.baseRef };
}

function cloneOf(repo: GitRepo, ...flags: readonly string[]): GitRepo {
  const path = join(temporaryFolder(), 'clone');
  repo.git('clone', '--quiet', ...flags, `file://${repo.path}`, path);
  return openRepo(path);
}

async function failure(repository: string, options: RequestOptions = {}): Promise<unknown> {
  const request = await worktreeRequest(repository, options);
  return openRunRepository(request).catch((thrown: unknown) => thrown);
}

describe('the user is in the middle of something', () => {
  it.each([
    [
      'a dirty checkout',
      'echo dirty >> a.txt; echo s > staged; git add staged; echo u > untracked',
    ],
    ['an index.lock', 'touch .git/index.lock'],
    ['a HEAD.lock and a config.lock', 'touch .git/HEAD.lock .git/config.lock'],
    ['another branch', 'git checkout -q -b topic; git commit -q --allow-empty -m topic'],
    ['a detached HEAD', 'git checkout -q --detach'],
    ['a stash', 'echo s >> a.txt; git stash -q'],
    [
      'a stopped rebase',
      'git checkout -q -b t; echo t > a.txt; git commit -qam t; git checkout -q -b u HEAD~1; echo u > a.txt; git commit -qam u; git rebase -q t || true',
    ],
    [
      'hooks and settings that start programs',
      'for h in reference-transaction post-checkout pre-commit post-update; do printf "#!/bin/sh\\ntouch $PWD/ran\\nexit 1\\n" > .git/hooks/$h; chmod +x .git/hooks/$h; done; git config core.fsmonitor "touch $PWD/ran"; git config fetch.prune true; git config gc.auto 1',
    ],
  ])('%s', async (_what, script) => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const { execFileSync } = await import('node:child_process');
    execFileSync(
      'sh',
      ['-c', `git config user.name a; git config user.email a@b; mkdir -p .git/hooks; ${script}`],
      { cwd: repo.path, stdio: 'ignore' },
    );
    expect((await expectBranch(repo)).base).toMatch(SHA);
  });

  it('a packed-refs.lock: the branch is there, our own refs go later', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    writeFileSync(join(repo.path, '.git', 'packed-refs.lock'), '');
    const request = await worktreeRequest(repo.path);
    const { handed } = await runAgent(request, WORK);
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices).toEqual([
      `refs/roundsman/incoming/${request.spec.id} and refs/roundsman/base/${request.spec.id} could not be removed yet, because the repository's refs are locked; a later run does it`,
    ]);
  });
});

describe('where the repository comes from', () => {
  it('a linked worktree', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const linked = join(temporaryFolder(), 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'side', linked);
    expect((await expectBranch(openRepo(linked))).base).toMatch(SHA);
  });

  it('a bare repository', async () => {
    expect((await expectBranch(cloneOf(gitRepo({ 'a.txt': 'one\n' }), '--bare'))).base).toMatch(
      SHA,
    );
  });

  it('a clone that borrows from a clone that borrows', async () => {
    const first = cloneOf(gitRepo({ 'a.txt': 'one\n' }));
    const paths = [join(temporaryFolder(), 'b'), join(temporaryFolder(), 'c')];
    first.git('clone', '-q', '--shared', first.path, paths[0] ?? '');
    first.git('clone', '-q', '--shared', paths[0] ?? '', paths[1] ?? '');
    expect((await expectBranch(openRepo(paths[1] ?? ''))).base).toMatch(SHA);
  });

  it('a shallow clone', async () => {
    const origin = gitRepo({ 'a.txt': 'one\n' });
    origin.commit({ files: { 'a.txt': 'two\n' } });
    origin.commit({ files: { 'a.txt': 'three\n' } });
    const { notices } = await expectBranch(cloneOf(origin, '--depth=2'));
    expect(notices).toEqual([
      'the repository is a shallow clone: the agent sees as little history as you do',
    ]);
  });

  it('a partial clone: what the base lacks is fetched', async () => {
    const origin = gitRepo({ 'a.txt': 'one\n', 'deep/b.txt': 'two\n' });
    origin.git('config', 'uploadpack.allowFilter', 'true');
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const clone = cloneOf(origin, '--filter=tree:0', '--no-checkout');
    const request = await worktreeRequest(clone.path);
    const { handed, notices } = await runAgent(request, WORK);
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(notices[1]).toMatch(
      /^[0-9] missing objects of the base were fetched into the repository$/,
    );
  });

  it('a partial clone whose remote is gone is refused', async () => {
    const origin = gitRepo({ 'a.txt': 'one\n' });
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const clone = cloneOf(origin, '--filter=blob:none', '--no-checkout');
    clone.git('remote', 'set-url', 'origin', 'file:///nowhere');
    expect(await failure(clone.path)).toMatchObject({ code: 'missing', reason: 'objects-missing' });
    expect(clone.git('for-each-ref', 'refs/roundsman')).toBe('');
  });

  it('a repository with sha256 ids', async () => {
    const repo = openRepo(temporaryFolder());
    repo.git('init', '-q', '--object-format=sha256', '-b', 'main', '.');
    repo.commit({ files: { 'a.txt': 'one\n' } });
    expect((await expectBranch(repo)).base).toMatch(SHA);
  });

  it.each([
    ['with blanks'],
    ['-dash'],
    ['ünï çødé'],
    ['new\nline'],
    ['"quoted"'],
    ['per%20cent#hash?'],
  ])('a folder named %j', async (name) => {
    const path = join(temporaryFolder(), name);
    mkdirSync(path);
    const repo = openRepo(path);
    repo.git('init', '-q', '-b', 'main', '.');
    repo.commit({ files: { 'a.txt': 'one\n' } });
    const stateDir = join(temporaryFolder(), name);
    mkdirSync(stateDir);
    expect((await expectBranch(repo, { stateDir })).base).toMatch(SHA);
  });

  it('one with submodules and LFS pointers says so', async () => {
    const module = gitRepo({ 'm.txt': 'm\n' });
    const repo = gitRepo({
      'a.txt': 'one\n',
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module.path, 'mod');
    repo.commit({ files: { 'big.bin': 'version https://git-lfs.github.com/spec/v1\n' } });
    const { notices } = await expectBranch(repo);
    expect(notices).toEqual([
      'files kept in Git LFS are pointers in the worktree: their contents are not fetched',
      'submodules are not checked out: their folders are empty in the worktree',
    ]);
  });
});

describe('how much history', () => {
  it.each([
    ['copy' as const, 3],
    [2, 2],
  ])('history %s', async (history, count) => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.commit({ files: { 'a.txt': 'two\n' } });
    repo.commit({ files: { 'a.txt': 'three\n' } });
    repo.git('branch', 'other', repo.git('commit-tree', '-m', 'secret', 'HEAD^{tree}'));
    const other = repo.git('rev-parse', 'other');
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path, { workspace: { history } });
    const { handed } = await runAgent(
      request,
      `test "$(git rev-list --count HEAD)" = ${count}; ! git cat-file -e ${other} 2>/dev/null; ${WORK}`,
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(repo.git('rev-list', '--count', handed.branch ?? '')).toBe('5');
    expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
    expect(repo.git('fsck')).toBe('');
  });

  it('a linked worktree cannot hide any', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    expect(
      await failure(repo.path, { workspace: { isolation: 'worktree', history: 'copy' } }),
    ).toMatchObject({
      reason: 'history-unavailable',
      message:
        'workspace.history copy cannot be had with isolation worktree, which shares the whole repository',
    });
  });
});

describe('the base', () => {
  it('is what the remote has now, and nothing of the user is updated', async () => {
    const origin = gitRepo({ 'a.txt': 'one\n' });
    const clone = cloneOf(origin);
    const newest = origin.commit({ files: { 'a.txt': 'two\n' } });
    const { base, baseRef } = await expectBranch(clone);
    expect([base, baseRef]).toEqual([newest, 'origin/main']);
  });

  it('is what was known of the remote when it cannot be reached, and says so', async () => {
    const clone = cloneOf(gitRepo({ 'a.txt': 'one\n' }));
    const known = clone.git('rev-parse', 'origin/main');
    clone.git('remote', 'set-url', 'origin', 'file:///nowhere/at/all');
    const { base, notices } = await expectBranch(clone);
    expect(base).toBe(known);
    expect(notices[0]).toMatch(
      /^origin\/main could not be fetched \(.*\); the run starts from what was known of it here, /,
    );
  });

  it('is the local branch where that has everything of its remote, and says so', async () => {
    const clone = cloneOf(gitRepo({ 'a.txt': 'one\n' }));
    const mine = clone.commit({ files: { 'b.txt': 'mine\n' } });
    const { base, baseRef, notices } = await expectBranch(clone);
    expect([base, baseRef]).toEqual([mine, 'main']);
    expect(notices).toEqual([
      'main has 1 commit that origin/main does not have; the run starts from main and has it',
    ]);
  });

  it.each([
    { when: 'the remote has others', options: {}, isApart: true, why: '' },
    {
      when: 'the run may push',
      options: { push: { mode: 'review', remote: 'origin', max: 1 } as const },
      isApart: false,
      why: ', for what it pushes must not contain them',
    },
  ])('leaves out what only the local branch has where $when', async ({ options, isApart, why }) => {
    const origin = gitRepo({ 'a.txt': 'one\n' });
    const clone = cloneOf(origin);
    const there = isApart
      ? origin.commit({ files: { 'a.txt': 'two\n' } })
      : origin.git('rev-parse', 'HEAD');
    clone.commit({ files: { 'b.txt': 'mine\n' } });
    clone.commit({ files: { 'b.txt': 'more\n' } });
    const { base, baseRef, notices } = await expectBranch(clone, options);
    expect([base, baseRef]).toEqual([there, 'origin/main']);
    expect(notices).toEqual([
      `main has 2 commits that origin/main does not have; the run starts from origin/main, without them${why}`,
    ]);
  });

  it('can be a tag, a commit, a remote branch', async () => {
    const origin = gitRepo({ 'a.txt': 'one\n' });
    origin.git(
      'branch',
      'next',
      origin.git('commit-tree', '-m', 'next', '-p', 'HEAD', 'HEAD^{tree}'),
    );
    const clone = cloneOf(origin);
    clone.git('tag', '-a', 'v1', '-m', 'v1');
    for (const base of ['v1', 'HEAD', clone.git('rev-parse', 'HEAD'), 'origin/next', 'main~0']) {
      const { baseRef } = await expectBranch(clone, { workspace: { base } });
      expect(baseRef).toBe(base);
    }
  });

  it.each([
    ['nowhere'],
    ['-x'],
    ['--upload-pack=touch /tmp/x'],
    ['origin/nope'],
    ['a b'],
    ['HEAD:a.txt'],
    [''],
  ])('refuses %j', async (base) => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const before = snapshotRepository(repo.path);
    expect(await failure(repo.path, { workspace: { base } })).toMatchObject({
      code: 'refused',
      reason: 'base-unknown',
      hint: 'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
    });
    expect(snapshotRepository(repo.path)).toEqual(before);
  });

  it('refuses a repository without a commit', async () => {
    expect(await failure(gitRepo().path)).toMatchObject({
      code: 'refused',
      reason: 'no-commit',
      message: 'the repository has no commit to start from yet',
    });
  });

  it('refuses a folder that is not a repository any more', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path);
    const elsewhere = temporaryFolder();
    const moved = {
      ...request,
      spec: { ...request.spec, workspace: { ...request.spec.workspace, root: elsewhere } },
    };
    await expect(openRunRepository(moved)).rejects.toMatchObject({
      code: 'missing',
      reason: 'not-a-repository',
      message: `${elsewhere} is not in a git repository`,
    });
  });

  it('survives a repack and a prune by the user while the agent works', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.commit({ files: { 'a.txt': 'two\n' } });
    const request = await worktreeRequest(repo.path);
    const { prepareWorktree } = await import('../../src/worktrees/prepare-worktree.ts');
    const { handBack } = await import('../../src/worktrees/hand-back.ts');
    const opened = await openRunRepository(request);
    await prepareWorktree(request, opened);
    repo.git('update-ref', 'refs/heads/main', 'main~1');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '--quiet', '--prune=now');
    agentDoes(request, WORK);
    expect((await handBack(request, opened)).changes).toEqual({ kind: 'branch' });
  });
});

it('sixteen runs at once on one repository', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const before = snapshotRepository(repo.path);
  const stateDir = temporaryFolder();
  const requests = await Promise.all(
    Array.from({ length: 16 }, () => worktreeRequest(repo.path, { stateDir })),
  );
  const runs = await Promise.all(requests.map((request) => runAgent(request, WORK)));
  expect(runs.map(({ handed }) => handed.changes?.kind)).toEqual(runs.map(() => 'branch'));
  expect(new Set(runs.map(({ handed }) => handed.branch)).size).toBe(16);
  expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
  expect(repo.git('for-each-ref', 'refs/roundsman')).toBe('');
});
