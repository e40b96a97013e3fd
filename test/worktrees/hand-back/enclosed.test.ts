/** Level `sandbox`: every git that reads what the agent left runs in bubblewrap. */
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { snapshotRepository } from '../../kit/repository-snapshot.ts';
import { runAgent, worktreeRequest } from '../../kit/worktree-run.ts';

const SANDBOX = { workspace: { isolation: 'sandbox' } } as const;

it.each(['plain', 'with blanks', `it's "quoted" $HOME`, 'new\nline', 'ünï'])(
  'brings commits and leftovers back from a state folder named %j',
  async (name) => {
    const repo = gitRepo({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
    const before = snapshotRepository(repo.path);
    const stateDir = join(temporaryFolder('rm-state-'), name);
    const request = await worktreeRequest(repo.path, { ...SANDBOX, stateDir });
    const { handed, opened } = await runAgent(
      request,
      'echo c > c; git add c; git commit -qm c; echo left > left; rm gone.txt',
    );
    expect(opened.isolation).toBe('sandbox');
    expect(handed.notices).toEqual([]);
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(repo.git('show', `${handed.branch}:left`)).toBe('left');
    expect(repo.git('ls-tree', '--name-only', handed.branch ?? '')).toBe('a.txt\nc\nleft');
    expect(snapshotRepository(repo.path, ['refs/heads/roundsman/'])).toEqual(before);
  },
);
