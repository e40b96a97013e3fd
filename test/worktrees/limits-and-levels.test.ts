import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { cleanUp } from '../../src/worktrees/clean-up.ts';
import { handBack } from '../../src/worktrees/hand-back.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../src/worktrees/prepare-worktree.ts';
import { releaseRunRepository } from '../../src/worktrees/release-run-repository.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { agentDoes, runAgent, worktreeRequest } from '../kit/worktree-run.ts';

describe('limits of a branch', () => {
  it.each([
    [
      'protected paths',
      { protected: ['.github/**', '!.github/ok.md', '/routines/'] },
      'mkdir -p .github routines; echo x > .github/x.yml; echo y > routines/y',
      'it changes the protected `.github/x.yml` and 1 other path',
    ],
    [
      'files',
      { maxFiles: 2 },
      'touch 1 2; git add .; git commit -qm c; touch 3',
      '3 files changed, outputs.branch.max-files is 2',
    ],
    [
      'uncommitted files',
      { maxFiles: 2 },
      'touch 1 2 3',
      '3 uncommitted files, outputs.branch.max-files is 2',
    ],
    [
      'bytes',
      { maxBytes: 10 },
      'echo 12345678901 > big; git add big; git commit -qm c',
      '12 bytes of new content, outputs.branch.max-bytes is 10',
    ],
    [
      'bytes on the way',
      { maxBytes: 10 },
      'echo 12345678901 > big; git add big; git commit -qm c; git rm -q big; echo 1 > s; git add s; git commit -qm d',
      '14 bytes of new content, outputs.branch.max-bytes is 10',
    ],
    [
      'a rewritten base',
      {},
      'echo x > x; git add x; git commit -q --amend -m other',
      'its commits do not descend from the base',
    ],
    [
      'an unrelated history',
      {},
      'git checkout -q --orphan new; git commit -qm other',
      'its commits do not descend from the base',
    ],
  ])('%s: the work is kept aside', async (...row) => {
    const [, branch, script, reason] = row;
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path, { branch });
    const { handed } = await runAgent(request, script);
    expect(handed.changes).toEqual({ kind: 'refused', reason });
    expect(snapshotRepository(repo.path, ['refs/roundsman/base/'])).toEqual(before);
    await releaseRunRepository(request, { result: 'success' });
    expect(existsSync(request.paths.bridge)).toBe(true);
    expect(existsSync(request.paths.worktree)).toBe(true);
  });

  it.each([
    ['committed', 'git commit -qam c'],
    ['left uncommitted', ':'],
  ])('counts of a changed file the lines that are new: %s', async (_how, then) => {
    const repo = gitRepo({ 'long.txt': `${'a line of the file\n'.repeat(500)}last\n` });
    const change = (text: string): string => `sed -i 's/^last$/${text}/' long.txt; ${then}`;
    const small = await worktreeRequest(repo.path, { branch: { maxBytes: 100 } });
    expect((await runAgent(small, change('x'.repeat(99)))).handed.changes).toEqual({
      kind: 'branch',
    });
    const large = await worktreeRequest(repo.path, { branch: { maxBytes: 100 } });
    expect((await runAgent(large, change('x'.repeat(100)))).handed.changes).toEqual({
      kind: 'refused',
      reason: '101 bytes of new content, outputs.branch.max-bytes is 100',
    });
  });

  it('counts new files whole beside changed ones', async () => {
    const repo = gitRepo({ 'long.txt': 'a line of the file\n'.repeat(500) });
    const request = await worktreeRequest(repo.path, { branch: { maxBytes: 100 } });
    const { handed } = await runAgent(
      request,
      `echo end >> long.txt; printf '%095d\\n' 1 > new; git add .; git commit -qm c; echo b >> new; git commit -qam d`,
    );
    // `end`, the new file as it came, and its new line.
    expect(handed.changes).toEqual({
      kind: 'refused',
      reason: '102 bytes of new content, outputs.branch.max-bytes is 100',
    });
  });

  it('lets paths pass that a pattern takes back', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path, { branch: { protected: ['*.md', '!ok.md'] } });
    const { handed } = await runAgent(request, 'echo x > ok.md');
    expect(handed.changes).toEqual({ kind: 'branch' });
  });

  it('takes an agent that only looked at an older commit for one that did nothing', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.commit({ files: { 'a.txt': 'two\n' } });
    const { handed } = await runAgent(await worktreeRequest(repo.path), 'git checkout -q HEAD~1');
    expect(handed.changes).toEqual({ kind: 'none' });
  });
});

describe('level worktree', () => {
  it('works in a linked worktree that is gone from the list afterwards', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path, { workspace: { isolation: 'worktree' } });
    const { handed, opened } = await runAgent(
      request,
      `test -f .git; echo c > c; git add c; git commit -qm c; echo left > left`,
    );
    expect(opened.isolation).toBe('worktree');
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices).toEqual([]);
    expect(repo.git('show', `${handed.branch}:left`)).toBe('left');
    expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
  });

  it('fails when settings or hooks were changed, and names them', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path, { workspace: { isolation: 'worktree' } });
    const opened = await openRunRepository(request);
    await prepareWorktree(request, opened);
    agentDoes(
      request,
      `git config core.fsmonitor evil; echo x > '${repo.path}/.git/hooks/post-commit'; echo y > y`,
    );
    await expect(handBack(request, opened)).rejects.toMatchObject({
      reason: 'repository-changed',
      message:
        "the repository's own settings changed during the run: .git/config (core.fsmonitor), .git/hooks/post-commit",
    });
    await releaseRunRepository(request, { result: 'failure' });
    const later = { ...request.clock, now: () => new Date('2100-01-01') };
    expect(await cleanUp({ ...request, clock: later })).toEqual([]);
    expect(existsSync(`${request.paths.worktree}/y`)).toBe(true);
  });

  it('says which refs changed, and which of them by the run itself', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path, { workspace: { isolation: 'worktree' } });
    const opened = await openRunRepository(request);
    await prepareWorktree(request, opened);
    repo.git('branch', 'mine');
    agentDoes(
      request,
      'git checkout -qb stray; git commit -q --allow-empty -m s; git checkout -q --detach HEAD~1',
    );
    const handed = await handBack(request, opened);
    expect(handed.notices).toEqual([
      'refs/heads/mine changed during the run',
      "the run itself changed refs/heads/stray: its newest commit is the run's own",
    ]);
  });
});

it('handing back twice, as after a crash, makes one branch', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const request = await worktreeRequest(repo.path);
  const { handed, opened } = await runAgent(request, 'echo x > x');
  const again = await handBack(request, opened);
  expect(again).toEqual(handed);
  expect(repo.git('branch', '--list', 'roundsman/*').split('\n')).toHaveLength(1);
});

it('keeps the work aside when a branch of the user is in the way', async () => {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  repo.git('branch', 'roundsman');
  const { handed } = await runAgent(await worktreeRequest(repo.path), 'echo x > x');
  expect(handed.changes).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^the branch roundsman\/tidy\/\S+ could not be created: /),
  });
});
