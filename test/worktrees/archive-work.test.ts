import { execSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { WorktreeRequest } from '../../src/sandbox/run-worktree.ts';
import { listArchives, restoreCommands } from '../../src/worktrees/archive-record.ts';
import { archiveWork, type ArchiveOutcome } from '../../src/worktrees/archive-work.ts';
import { condemnRunRepository } from '../../src/worktrees/release-run-repository.ts';
import { needWorktreeState } from '../../src/worktrees/worktree-state.ts';
import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { runAgent, worktreeRequest } from '../kit/worktree-run.ts';

async function archive(request: WorktreeRequest, lossy = false): Promise<ArchiveOutcome> {
  const state = await needWorktreeState(request.paths);
  return archiveWork({ request, state, because: 'a test', lossy });
}

/** Runs what a person would be told to run, and gives the new branches. */
function restore(
  repo: GitRepo,
  request: WorktreeRequest,
  outcome: ArchiveOutcome,
): readonly string[] {
  if (outcome.kind !== 'archived') throw new Error(outcome.kind);
  for (const command of restoreCommands(request.spec.workspace, outcome.record))
    execSync(command, { stdio: 'pipe' });
  return repo
    .git('for-each-ref', '--format=%(refname:short)', 'refs/heads/*/**/*-restored')
    .split('\n');
}

describe('an archive', () => {
  it('holds commits and files that were refused, and git gets them back when the worktree is gone', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n', 'b.txt': 'gone soon\n' });
    const request = await worktreeRequest(repo.path, { branch: { maxFiles: 0 } });
    await runAgent(
      request,
      'echo two > a.txt; git commit -qam "Agent says two"; git rm -q b.txt; printf "\\000\\001" > bin; mkdir d; echo x > "d/na me"',
    );
    const outcome = await archive(request);
    expect(outcome).toMatchObject({ record: { missing: [], diffstat: { files: 4 } } });
    await condemnRunRepository(request, 'a test', { keepsBasePin: true });
    expect(existsSync(request.paths.worktree)).toBe(false);
    const [branch = ''] = restore(repo, request, outcome);
    expect(repo.git('show', `${branch}:a.txt`)).toBe('two');
    expect(repo.git('show', `${branch}:d/na me`)).toBe('x');
    expect(repo.git('ls-tree', '--name-only', branch).split('\n')).toEqual(['a.txt', 'bin', 'd']);
    expect(repo.git('log', '--format=%s', `main..${branch}`).split('\n')).toContain(
      'Agent says two',
    );
    const { stateDir } = request.spec.workspace;
    expect(readdirSync(join(stateDir, 'archive'))).toEqual([
      `${request.spec.id}.bundle`,
      `${request.spec.id}.json`,
    ]);
    expect((await listArchives(stateDir)).records).toEqual(
      outcome.kind === 'archived' ? [outcome.record] : [],
    );
  });

  it('keeps the base pinned that it rests on, whatever the user prunes', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.commit({ files: { 'a.txt': 'two\n' } });
    const request = await worktreeRequest(repo.path, { branch: { maxFiles: 0 } });
    await runAgent(request, 'echo x > x');
    const outcome = await archive(request);
    await condemnRunRepository(request, 'a test', { keepsBasePin: true });
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '--quiet', '--prune=now');
    const [branch = ''] = restore(repo, request, outcome);
    expect(repo.git('show', `${branch}:a.txt`)).toBe('two');
  });

  it('holds what the agent left under other names', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path);
    await runAgent(
      request,
      'git checkout -qb side; echo s > s; git add s; git commit -qm Side; git checkout -q -; echo x > x; git add x; git stash -q',
    );
    const outcome = await archive(request);
    expect(outcome).toMatchObject({ record: { missing: [] } });
    const branches = restore(repo, request, outcome);
    const subjects = branches.map((branch) => repo.git('log', '-1', '--format=%s', branch));
    expect(subjects.some((subject) => subject === 'Side')).toBe(true);
    expect(subjects.some((subject) => subject.startsWith('WIP on '))).toBe(true);
  });

  it('is not made of what a branch has, and is made when that branch is gone', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path);
    const { handed } = await runAgent(request, 'echo x > x');
    expect(await archive(request)).toEqual({ kind: 'nothing' });
    expect(readdirSync(join(request.spec.workspace.stateDir, 'archive'))).toEqual([]);
    repo.git('branch', '-qD', handed.branch ?? '');
    expect(await archive(request)).toMatchObject({ kind: 'archived' });
  });

  it('says what it cannot hold, and is not made then unless a person knows', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path);
    await runAgent(request, 'echo x > x; mkfifo pipe; git init -q nested; echo y > nested/y');
    const missing = ['nested/: it is a repository of its own'];
    expect(await archive(request)).toEqual({ kind: 'incomplete', missing });
    expect(readdirSync(join(request.spec.workspace.stateDir, 'archive'))).toEqual([]);
    expect(await archive(request, true)).toMatchObject({ kind: 'archived', record: { missing } });
  });

  it('never holds included files', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    repo.write('.env', 'TOKEN=1234567890\n');
    const request = await worktreeRequest(repo.path, {
      workspace: { include: ['.env'] },
      branch: { maxFiles: 0 },
    });
    await runAgent(request, 'echo x > x; echo more >> .env');
    const [branch = ''] = restore(repo, request, await archive(request));
    expect(repo.git('ls-tree', '-r', '--name-only', branch).split('\n')).toEqual(['a.txt', 'x']);
  });

  it('is made without a word of the agent being obeyed', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const request = await worktreeRequest(repo.path, { branch: { maxFiles: 0 } });
    const proof = join(request.paths.folder, 'obeyed');
    await runAgent(
      request,
      `echo x > x; git config core.fsmonitor 'touch ${proof}'; git config core.hooksPath hooks; mkdir hooks; printf '#!/bin/sh\\ntouch ${proof}\\n' > hooks/pre-commit; chmod +x hooks/pre-commit; echo '* filter=f' > .gitattributes; git config filter.f.clean 'touch ${proof}; cat'`,
    );
    expect(await archive(request)).toMatchObject({ kind: 'archived' });
    expect(existsSync(proof)).toBe(false);
  });
});
