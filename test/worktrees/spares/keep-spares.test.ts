import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ownIdentity } from '../../../src/platform/process-identity.ts';
import type { WorktreeRequest } from '../../../src/sandbox/run-worktree.ts';
import { listBuried } from '../../../src/worktrees/tombstone.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { snapshotRepository } from '../../kit/repository-snapshot.ts';
import { makeSpares, prepared } from '../../kit/spares.ts';
import { worktreeRequest } from '../../kit/worktree-run.ts';

const NONE = { ready: 0, made: 0 };

async function world(): Promise<{
  readonly repo: GitRepo;
  readonly request: WorktreeRequest;
  readonly stateDir: string;
  readonly ready: () => readonly string[];
}> {
  const repo = gitRepo({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
  const request = await worktreeRequest(repo.path);
  const { stateDir } = request.spec.workspace;
  return { repo, request, stateDir, ready: () => readdirSync(join(stateDir, 'spares')) };
}

describe('spares', () => {
  it('are as many as were wanted, and leave nothing in the repository', async () => {
    const { repo, request, ready } = await world();
    const before = snapshotRepository(repo.path);
    expect(await makeSpares(request, { count: 3 })).toEqual({ ready: 3, made: 3, why: null });
    const made = ready();
    expect(await makeSpares(request, { count: 3 })).toEqual({ ready: 3, made: 0, why: null });
    expect(ready()).toEqual(made);
    expect(await makeSpares(request, { count: 1 })).toEqual({ ready: 1, made: 0, why: null });
    expect(ready()).toEqual(made.slice(0, 1));
    expect(await makeSpares(request, { count: 0 })).toEqual({ ...NONE, why: null });
    expect(ready()).toEqual([]);
    expect(snapshotRepository(repo.path)).toEqual(before);
  });

  it('hold a tree, an index and a record, and no repository', async () => {
    const { request, stateDir, ready } = await world();
    await makeSpares(request);
    const folder = join(stateDir, 'spares', ready()[0] ?? '');
    expect(readdirSync(folder)).toEqual(['index', 'spare.json', 'tree']);
    expect(readdirSync(join(folder, 'tree'))).toEqual(['a.txt', 'b']);
  });

  it('go when the disk is full, and none is made then', async () => {
    const { request, stateDir, ready } = await world();
    await makeSpares(request);
    const full = await makeSpares(request, { floorBytes: 2 ** 60 });
    expect(full).toEqual({ ...NONE, why: expect.stringMatching(/^only .* are free on the disk/) });
    expect(ready()).toEqual([]);
    expect((await listBuried(stateDir)).stones).toHaveLength(1);
  });

  it('are made anew after a day', async () => {
    const { request, ready } = await world();
    await makeSpares(request);
    const [first] = ready();
    const clock = { ...request.clock, now: () => new Date(Date.now() + 25 * 3_600_000) };
    expect(await makeSpares(request, { clock })).toMatchObject({ ready: 1, made: 1 });
    expect(ready()).not.toContain(first);
  });

  it('that were cut short are no spares, and go at the next call', async () => {
    const { request, stateDir, ready } = await world();
    const cut = new AbortController();
    const clock = { ...request.clock, sleep: async () => cut.abort() };
    await expect(makeSpares(request, { clock, signal: cut.signal })).rejects.toThrow('aborted');
    expect(ready()).toEqual([expect.stringMatching(/^making-/)]);
    expect(await prepared(request)).toBe(false);
    expect(await makeSpares(request, { count: 0 })).toEqual({ ...NONE, why: null });
    expect(readdirSync(join(stateDir, 'spares'))).toEqual([]);
    expect(existsSync(join(stateDir, 'spares.lock'))).toBe(false);
  });

  it('are made by one process at a time', async () => {
    const { request, stateDir, ready } = await world();
    mkdirSync(join(stateDir, 'spares'));
    writeFileSync(join(stateDir, 'spares.lock'), JSON.stringify(ownIdentity()));
    const why = `process ${process.pid} is making some`;
    expect(await makeSpares(request)).toEqual({ ...NONE, why });
    expect(ready()).toEqual([]);
  });

  it('are not made of a partial clone, which may lack files', async () => {
    const { repo, request } = await world();
    repo.git('config', 'remote.origin.promisor', 'true');
    expect(await makeSpares(request)).toEqual({
      ...NONE,
      why: 'none can be made of a partial clone',
    });
  });

  it('are kept for an hour from the last call', async () => {
    const { request, stateDir } = await world();
    const at = new Date('2026-11-27T10:00:00.000Z');
    await makeSpares(request, { clock: { ...request.clock, now: () => at } });
    expect(readFileSync(join(stateDir, 'spares.json'), 'utf8')).toBe(
      '{"until":"2026-11-27T11:00:00.000Z"}',
    );
  });
});
