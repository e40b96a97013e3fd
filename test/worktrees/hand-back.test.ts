import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { runAgent, worktreeRequest } from '../kit/worktree-run.ts';

const FILES = { 'a.txt': 'one\n', 'dir/b.txt': 'two\n', 'dir/c.txt': 'three\n' };

describe('handing back', () => {
  it('makes a branch of what was committed and of what was left, and changes nothing else', async () => {
    const repo = gitRepo(FILES);
    repo.write('untracked.txt', 'mine');
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path);
    const { handed, opened } = await runAgent(
      request,
      `echo new > new.txt; git add new.txt; git commit -qm 'add new'
       echo more >> a.txt; rm dir/b.txt; ln -s a.txt link; printf x > run.sh; chmod +x run.sh; rm dir/c.txt; mkdir dir/c.txt; echo d > dir/c.txt/d`,
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.branch).toMatch(/^roundsman\/tidy\/2026-11-21-[0-9a-z]{6}$/);
    expect(handed.diffstat).toEqual({ files: 7, insertions: 5, deletions: 2 });
    const branch = handed.branch ?? '';
    expect(
      repo.git('log', '--format=%an <%ae>: %s', `${opened.base}..${branch}`).split('\n'),
    ).toEqual([
      `Roundsman (tidy) <run-${request.spec.id}@roundsman.invalid>: Keep what tidy left uncommitted`,
      `Roundsman (tidy) <run-${request.spec.id}@roundsman.invalid>: add new`,
    ]);
    expect(repo.git('log', '-1', '--format=%(trailers)', branch)).toBe(
      `Roundsman-Run: ${request.spec.id}\n`,
    );
    expect(repo.git('ls-tree', '-r', '--format=%(objectmode) %(path)', branch).split('\n')).toEqual(
      ['100644 a.txt', '100644 dir/c.txt/d', '120000 link', '100644 new.txt', '100755 run.sh'],
    );
    expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
    expect(repo.git('for-each-ref', 'refs/roundsman')).toBe('');
    expect(repo.git('fsck', '--strict')).toBe('');
  });

  it('makes no branch when nothing changed', async () => {
    const repo = gitRepo(FILES);
    const before = snapshotRepository(repo.path);
    const { handed } = await runAgent(await worktreeRequest(repo.path), 'touch a.txt; git status');
    expect(handed).toEqual({
      branch: null,
      head: null,
      diffstat: null,
      changes: { kind: 'none' },
      notices: [],
    });
    expect(snapshotRepository(repo.path)).toEqual(before);
    expect(existsSync(repo.path)).toBe(true);
  });
});
