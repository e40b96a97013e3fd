/** `permissions.write` and protected paths: judged over every commit on the way, at every level. */
import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';
import { runAgent, worktreeRequest } from '../kit/worktree-run.ts';

async function refusal(script: string, write: readonly string[]) {
  const repo = gitRepo({ 'src/a.ts': 'one\n', 'docs/b.md': 'two\n' });
  const permissions = { ...routineNamed('tidy').permissions, write };
  const { handed } = await runAgent(await worktreeRequest(repo.path, { permissions }), script);
  return handed.changes;
}

describe('permissions.write', () => {
  it.each([
    ['what it covers', 'echo x >> src/a.ts; mkdir src/new; echo y > src/new/y', ['src/**']],
    ['nothing listed', 'echo x > anywhere', []],
  ])('lets pass: %s', async (_what, script, write) => {
    expect(await refusal(script, write)).toEqual({ kind: 'branch' });
  });

  it.each([
    ['a file outside', 'echo x > other; echo y >> src/a.ts', '`other`'],
    ['a file that is gone', 'rm docs/b.md', '`docs/b.md`'],
    ['what a pattern takes back', 'mkdir -p src/gen/x; echo x > src/gen/x/y', '`src/gen/x/y`'],
    [
      'a file of an earlier commit that the last one does not have',
      'echo x > other; git add .; git commit -qm a; git rm -q other; echo y >> src/a.ts; git commit -qam b',
      '`other`',
    ],
    [
      'what a merge brought by itself',
      `git checkout -qb side; echo s > src/s; git add .; git commit -qm s; git checkout -q -
       echo m > src/m; git add .; git commit -qm m; git merge -q --no-commit side; echo evil > evil; git add evil; git commit -qm merge; git rm -q evil; git commit -qm gone`,
      '`evil`',
    ],
  ])('refuses %s', async (_what, script, named) => {
    expect(await refusal(script, ['src/**', '!src/gen/**'])).toEqual({
      kind: 'refused',
      reason: `permissions.write does not cover ${named}`,
    });
  });
});

it('a protected path that was changed and changed back is refused', async () => {
  const repo = gitRepo({ 'routines/a.yaml': 'one\n' });
  const { handed } = await runAgent(
    await worktreeRequest(repo.path, { branch: { protected: ['routines/**'] } }),
    'echo x > routines/a.yaml; git commit -qam a; git revert -n HEAD; echo y > y; git add y; git commit -qm b',
  );
  expect(handed.changes).toEqual({
    kind: 'refused',
    reason: 'it changes the protected `routines/a.yaml`',
  });
});
