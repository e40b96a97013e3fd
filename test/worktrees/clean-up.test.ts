import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeDurably } from '../../src/platform/files.ts';
import type { WorktreeRequest } from '../../src/sandbox/run-worktree.ts';
import { EMPTY_PROGRESS, type RunRecord, type RunResult } from '../../src/words/run.ts';
import { cleanUp } from '../../src/worktrees/clean-up.ts';
import { handBack } from '../../src/worktrees/hand-back.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { releaseRunRepository } from '../../src/worktrees/release-run-repository.ts';
import { emptyTrash, bury, listBuried } from '../../src/worktrees/tombstone.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { snapshotRepository } from '../kit/repository-snapshot.ts';
import { GOOD_RESULT } from '../kit/stored-run.ts';
import { agentDoes, runAgent, worktreeRequest } from '../kit/worktree-run.ts';

const KEEP = { successMs: 3_600_000, failureMs: 7_200_000, waitingMs: 0 };
const AT_ONCE = { batch: 1_000, restMs: 0, most: Infinity, mayGoOn: async () => true };

/** As its supervisor would record it. */
async function endRun(request: WorktreeRequest, result: Partial<RunResult> = {}): Promise<void> {
  const endedAt = request.clock.now().toISOString();
  const record: RunRecord = {
    protocol: 2,
    sequence: 0,
    id: request.spec.id,
    phase: { kind: 'ended', result: { ...GOOD_RESULT, ...result }, endedAt },
    startedAt: endedAt,
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
  await writeDurably(request.paths.spec, JSON.stringify(request.spec));
  await writeDurably(request.paths.state, JSON.stringify(record));
}

function later(request: WorktreeRequest, ms: number): WorktreeRequest {
  const now = (): Date => new Date(request.clock.now().getTime() + ms);
  return { ...request, clock: { ...request.clock, now } };
}

describe('cleaning up after a run', () => {
  it('condemns what was kept long enough, and keeps work that was not handed back for ever', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const stateDir = temporaryFolder();
    const options = { stateDir, workspace: { keep: KEEP } };
    const done = await worktreeRequest(repo.path, options);
    await runAgent(done, 'echo x > x');
    await endRun(done);
    await releaseRunRepository(done, { result: 'success' });
    const held = await worktreeRequest(repo.path, { ...options, branch: { maxFiles: 0 } });
    await runAgent(held, 'echo x > x');
    await endRun(held);
    await releaseRunRepository(held, { result: 'success' });
    const live = await worktreeRequest(repo.path, options);
    await openRunRepository(live);
    expect(existsSync(done.paths.worktree)).toBe(true);
    expect(existsSync(done.paths.bridge)).toBe(false);

    expect(await cleanUp(done)).toMatchObject([
      { remains: { at: live.paths.worktree }, verdict: { why: 'its run has not ended' } },
    ]);
    expect(await cleanUp(later(done, 4_000_000))).toMatchObject([
      { remains: { at: done.paths.worktree }, verdict: { kind: 'remove' } },
      { remains: { at: live.paths.worktree }, verdict: { kind: 'keep' } },
    ]);
    expect(existsSync(done.paths.worktree)).toBe(false);
    expect(existsSync(held.paths.worktree)).toBe(true);
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/roundsman').split('\n')).toEqual(
      [held, live].map(({ spec }) => `refs/roundsman/base/${spec.id}`),
    );
  });

  it('condemns at once what never got further than the base', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const before = snapshotRepository(repo.path);
    const request = await worktreeRequest(repo.path);
    const opened = await openRunRepository(request);
    expect((await handBack(request, opened)).changes).toEqual({ kind: 'none' });
    await releaseRunRepository(request, { result: 'failure' });
    expect(existsSync(request.paths.worktree)).toBe(false);
    expect(snapshotRepository(repo.path)).toEqual(before);
  });

  it('keeps what somebody changed after the run had ended, and not what an agent dated into the future', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n' });
    const options = { stateDir: temporaryFolder(), workspace: { keep: KEEP } };
    const touched = await worktreeRequest(repo.path, options);
    const dated = await worktreeRequest(repo.path, options);
    for (const request of [touched, dated]) {
      await runAgent(request, 'echo x > x; touch -d 2090-01-01 x');
      const past = later(request, -1_000_000);
      await endRun(request === touched ? past : request);
      await releaseRunRepository(past, { result: 'success' });
    }
    writeFileSync(join(touched.paths.worktree, 'mine'), 'my own work');
    const decisions = await cleanUp(later(touched, 4_000_000));
    expect(decisions.map(({ verdict }) => verdict.why)).toEqual([
      'mine in it was changed after the run had ended',
      expect.stringMatching(/^it was kept until /),
    ]);
    expect(existsSync(touched.paths.worktree)).toBe(true);
  });
});

describe('removing in two strokes', () => {
  async function burial() {
    const request = await worktreeRequest(gitRepo({ 'a.txt': 'one\n' }).path);
    const { spec, gitEnv, clock } = request;
    return { request, burial: { workspace: spec.workspace, gitEnv, clock } };
  }

  it('finishes what was cut short before anything was moved, and leaves what took its place', async () => {
    const { request, burial: parts } = await burial();
    const { stateDir } = parts.workspace;
    await openRunRepository(request);
    const { worktree, worktreeState } = request.paths;
    await bury(parts, { paths: [worktree, worktreeState], refs: [], linked: null, why: 'a test' });
    expect(existsSync(worktree)).toBe(false);
    const [stone] = (await listBuried(stateDir)).stones;
    if (stone === undefined) throw new Error('nothing was buried');
    // As it would be found had the process died between record and move.
    await writeDurably(worktreeState, '{}');
    await emptyTrash(parts, AT_ONCE);
    expect(existsSync(worktreeState)).toBe(true);
    expect(readdirSync(join(stateDir, 'trash'))).toEqual([]);
  });

  it('continues in the middle of a tree that was left half removed', async () => {
    const { burial: parts } = await burial();
    const { stateDir } = parts.workspace;
    const folder = join(stateDir, 'large');
    for (let index = 0; index < 50; index += 1) {
      mkdirSync(join(folder, `d${index}`), { recursive: true });
      writeFileSync(join(folder, `d${index}`, 'f'), 'x');
    }
    await bury(parts, { paths: [folder], refs: [], linked: null, why: 'a test' });
    const stopped = await emptyTrash(parts, { ...AT_ONCE, batch: 10, most: 10 });
    expect(stopped).toEqual({ gone: 0, left: 1, problems: [] });
    expect(await emptyTrash(parts, AT_ONCE)).toEqual({ gone: 1, left: 0, problems: [] });
    expect(readdirSync(join(stateDir, 'trash'))).toEqual([]);
  });

  it('removes names that are not text, folders that are closed, and paths longer than the system takes', async () => {
    const { request, burial: parts } = await burial();
    const { stateDir } = parts.workspace;
    await openRunRepository(request);
    agentDoes(
      request,
      [
        String.raw`printf x > "$(printf 'bad\377name')"`,
        'mkdir shut; echo x > shut/f; chmod 0 shut',
        'd=$(printf "%0200d" 0)',
        'mkdir "$d"; echo x > "$d/f"',
        'for i in $(seq 30); do mkdir n; mv "$d" n/; mv n "$d"; done',
      ].join('\n'),
    );
    const { worktree } = request.paths;
    await bury(parts, { paths: [worktree], refs: [], linked: null, why: 'a test' });
    expect(await emptyTrash(parts, AT_ONCE)).toEqual({ gone: 1, left: 0, problems: [] });
    expect(readdirSync(join(stateDir, 'trash'))).toEqual([]);
  });

  it('leaves alone what a record stands for that cannot be read', async () => {
    const { burial: parts } = await burial();
    const trash = join(parts.workspace.stateDir, 'trash');
    mkdirSync(join(trash, 'x'), { recursive: true });
    writeFileSync(join(trash, 'x.json'), 'half a rec');
    expect(await emptyTrash(parts, AT_ONCE)).toEqual({
      gone: 0,
      left: 0,
      problems: [
        `the record ${join(trash, 'x.json')} cannot be read: what it refers to is left alone`,
      ],
    });
    expect(readdirSync(trash)).toEqual(['x', 'x.json']);
  });
});
