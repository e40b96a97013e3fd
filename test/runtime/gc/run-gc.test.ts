import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { ownIdentity } from '../../../src/platform/process-identity.ts';
import { discardWork } from '../../../src/runtime/gc/discard-work.ts';
import { type GcReport, runGc } from '../../../src/runtime/gc/run-gc.ts';
import { makeCovers } from '../../../src/sandbox/cover-credentials.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { workspacePaths } from '../../../src/store/state-paths.ts';
import type { RunId } from '../../../src/words/ids.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { ceilingWarning, readDiskUse } from '../../../src/worktrees/disk-use.ts';
import { releaseRunRepository } from '../../../src/worktrees/release-run-repository.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { makeSpares } from '../../kit/spares.ts';
import { storeEndedRun, type StoredRunOptions } from '../../kit/stored-run.ts';
import { runAgent, worktreeRequest } from '../../kit/worktree-run.ts';

const PACE = { batch: 1_000, restMs: 0, most: Infinity, mayGoOn: async () => true };
const LONG_AGO = new Date('2001-01-01T00:00:00.000Z');

interface World {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  gc(change?: Partial<Parameters<typeof runGc>[1]>): Promise<GcReport>;
}

async function world(): Promise<World> {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const state = join(temporaryFolder('rm-state-'), 'state');
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    ROUNDSMAN_STATE_DIR: state,
    XDG_RUNTIME_DIR: temporaryFolder('rm-run-'),
  };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  mkdirSync(state, { mode: 0o700 });
  return {
    repo,
    workspace,
    gc: (change = {}) =>
      runGc(workspace, { dryRun: false, setAside: false, pace: PACE, ...change }),
  };
}

/** A whole run of an agent, recorded as ended now, released as its routine says. */
async function endedRun(
  { repo, workspace }: World,
  options: {
    readonly script?: string;
    readonly keepMs?: number;
    readonly maxFiles?: number;
    readonly result?: StoredRunOptions['result'];
  } = {},
): Promise<RunId> {
  const { script = 'echo x > x', keepMs = 1, maxFiles = 9, result = {} } = options;
  const { stateDir } = workspace.location;
  const keep = { successMs: keepMs, failureMs: keepMs, waitingMs: keepMs };
  const request = await worktreeRequest(repo.path, {
    stateDir,
    workspace: { keep },
    branch: { maxFiles },
  });
  await runAgent(request, script);
  const at = new Date().toISOString();
  const ended = await storeEndedRun(workspace, { at, result });
  // The store makes its own id: its record becomes this run's.
  const from = runPaths(stateDir, ended.id);
  for (const name of ['spec', 'state'] as const)
    writeFileSync(
      request.paths[name],
      readFileSync(from[name], 'utf8').replaceAll(ended.id, request.spec.id),
    );
  rmSync(from.folder, { recursive: true });
  await releaseRunRepository(request, { result: 'success' });
  return request.spec.id;
}

function told(report: GcReport, kind: string): readonly string[] {
  return [
    ...report.removed.map((one) => ['removed', one] as const),
    ...report.kept.map((one) => ['kept', one] as const),
  ]
    .filter(([, { remains }]) => remains.kind === kind)
    .map(([what, { verdict }]) => `${what}: ${verdict.why}`);
}

describe('a clean-up', () => {
  it('says the same on a dry run, and touches nothing then', async () => {
    const w = await world();
    const id = await endedRun(w);
    const paths = runPaths(w.workspace.location.stateDir, id);
    const dry = await w.gc({ dryRun: true });
    expect(told(dry, 'worktree')).toEqual([expect.stringMatching(/^removed: it was kept until /)]);
    expect(existsSync(paths.worktree)).toBe(true);
    const real = await w.gc();
    expect(told(real, 'worktree')).toEqual(told(dry, 'worktree'));
    expect(existsSync(paths.worktree)).toBe(false);
    expect(existsSync(paths.spec)).toBe(true);
    expect((await w.gc()).removed).toEqual([]);
    expect(await readDiskUse(w.workspace.location.stateDir)).toMatchObject({ reclaimableBytes: 0 });
  });

  it('goes through no link in place of the folder of a run, and says so on a dry run too', async () => {
    const w = await world();
    const { stateDir } = w.workspace.location;
    const { folder } = runPaths(stateDir, await endedRun(w));
    const mine = join(temporaryFolder(), 'mine');
    renameSync(folder, mine);
    symlinkSync(mine, folder);
    for (const dryRun of [true, false])
      expect(told(await w.gc({ dryRun }), 'worktree')).toEqual([
        'kept: a link is in place of its folder',
      ]);
    expect(existsSync(join(mine, 'worktree', 'a.txt'))).toBe(true);
  });

  it('removes what dead processes left, and keeps what is alive, held or strange', async () => {
    const w = await world();
    const { stateDir, gitDir } = w.workspace.location;
    const { runs, previews, cache, admissionLock, ledgerLock, enabledLock, findings } =
      workspacePaths(stateDir);
    for (const folder of [runs, previews, cache, findings]) mkdirSync(folder, { recursive: true });
    const [empty, young, strange, dead, alive] = [1, 2, 3, 4, 5].map((n) => newRunId(new Date(n)));
    for (const id of [empty, young, strange]) mkdirSync(join(runs, id ?? ''));
    writeFileSync(join(runs, strange ?? '', 'what'), 'x');
    const ghost = { ...ownIdentity(), pid: 4_000_000, startTime: '1' };
    writeFileSync(join(previews, `${dead}.json`), JSON.stringify(ghost));
    writeFileSync(join(previews, `${alive}.json`), JSON.stringify(ownIdentity()));
    writeFileSync(admissionLock, JSON.stringify(ghost));
    writeFileSync(ledgerLock, JSON.stringify(ownIdentity()));
    writeFileSync(enabledLock, 'mine');
    const old = [
      join(runs, empty ?? ''),
      join(cache, 'old.json'),
      join(findings, 'x.json.0123456789ab.tmp'),
    ];
    writeFileSync(old[1] ?? '', 'x');
    writeFileSync(old[2] ?? '', 'x');
    for (const path of old) utimesSync(path, LONG_AGO, LONG_AGO);
    writeFileSync(join(cache, 'new.json'), 'x');
    writeFileSync(join(findings, 'x.json.unreadable.1'), 'x');
    const admin = join(gitDir, 'worktrees', 'worktree');
    mkdirSync(admin, { recursive: true });
    writeFileSync(join(admin, 'gitdir'), `${join(runs, young ?? '', 'worktree', '.git')}\n`);
    const theirs = join(gitDir, 'worktrees', 'theirs');
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, 'gitdir'), '/elsewhere/.git\n');

    const report = await w.gc();
    expect(told(report, 'empty-folder')).toEqual([
      'removed: its run never began',
      'kept: it was only just made',
      'kept: there is no record of the run it was made for',
    ]);
    expect(told(report, 'preview')).toEqual([
      'removed: its process died',
      `kept: process ${process.pid} is at work on it`,
    ]);
    expect(told(report, 'lock').toSorted()).toEqual([
      `kept: it names no process: Roundsman did not write it`,
      `kept: process ${process.pid} holds it`,
      `kept: process ${process.pid} holds it`,
      'removed: process 4000000, which held it, is dead',
    ]);
    expect(new Set(told(report, 'cache'))).toEqual(
      new Set([
        'removed: its time is over',
        'kept: caches are kept for 30 days after their last use',
      ]),
    );
    expect(told(report, 'half-written')).toEqual(['removed: left by a process that died']);
    expect(told(report, 'set-aside')).toEqual(['kept: it could not be read, and was set aside']);
    expect(told(report, 'linked-worktree')).toEqual([
      'removed: the worktree that it stands for is gone',
    ]);
    expect(report.notices).toEqual([]);
    expect(existsSync(admin)).toBe(false);
    expect(existsSync(theirs)).toBe(true);
    expect(existsSync(admissionLock)).toBe(false);
    expect(existsSync(enabledLock)).toBe(true);
    for (const path of old) expect(existsSync(path)).toBe(false);
    const again = await w.gc({ setAside: true });
    expect(told(again, 'set-aside')).toEqual(['removed: it could not be read, and was set aside']);
  });

  it('keeps spares until their time is over, and removes what a process left that died while it made one', async () => {
    const w = await world();
    const { location, gitEnv, clock } = w.workspace;
    const { spares, sparesKept, sparesLock } = workspacePaths(location.stateDir);
    const one = { spec: { workspace: location }, gitEnv };
    await makeSpares({ ...one, clock });
    mkdirSync(join(spares, 'making-x', 'tree'), { recursive: true });
    const waits = 'kept: it waits for the next run (workspace.spares)';
    writeFileSync(sparesLock, JSON.stringify(ownIdentity()));
    const making = `kept: process ${process.pid} is making it`;
    expect(told(await w.gc(), 'spare')).toEqual([waits, making]);
    rmSync(sparesLock);
    const left = 'removed: its process died while it made it';
    expect(told(await w.gc(), 'spare').toSorted()).toEqual([waits, left]);
    writeFileSync(sparesKept, '{"until":"2001-01-01T00:00:00.000Z"}');
    expect(told(await w.gc(), 'spare')).toEqual(['removed: its time is over']);
    await makeSpares({ ...one, clock });
    rmSync(sparesKept);
    expect(told(await w.gc(), 'spare')).toEqual(['removed: nothing says that it is needed']);
    expect(readdirSync(spares)).toEqual([]);
  });

  it('removes package caches of older versions at once, however new they are, and keeps shared downloads', async () => {
    const w = await world();
    const { cache } = workspacePaths(w.workspace.location.stateDir);
    for (const path of ['packages/corepack/v1/pnpm.cjs', 'downloads/aa/bb/content']) {
      mkdirSync(join(cache, path, '..'), { recursive: true });
      writeFileSync(join(cache, path), 'x');
    }
    await w.gc();
    expect(existsSync(join(cache, 'packages'))).toBe(false);
    expect(existsSync(join(cache, 'downloads/aa/bb/content'))).toBe(true);
  });

  it('keeps the empty files that runs mount over credentials, however old they are', async () => {
    const w = await world();
    const { cache } = workspacePaths(w.workspace.location.stateDir);
    await makeCovers(cache);
    for (const path of [
      ...readdirSync(join(cache, 'covers')).map((name) => `covers/${name}`),
      'covers',
    ])
      utimesSync(join(cache, path), 0, 0);
    const report = await w.gc();
    expect(readdirSync(join(cache, 'covers'))).toHaveLength(3);
    expect(told(report, 'cache')).toContain('kept: runs mount these empty files over credentials');
  });

  it('drops pins of runs that ended, and leaves those of runs that nobody knows', async () => {
    const w = await world();
    const { id } = await storeEndedRun(w.workspace);
    const unknown = newRunId(new Date(1));
    w.repo.git('update-ref', `refs/roundsman/base/${id}`, 'HEAD');
    w.repo.git('update-ref', `refs/roundsman/base/${unknown}`, 'HEAD');
    w.repo.git('update-ref', 'refs/roundsman/mine', 'HEAD');
    const report = await w.gc();
    expect(told(report, 'pin')).toEqual([
      'removed: its run has ended',
      'kept: no run of this state folder is known that it belongs to',
      'kept: no run of this state folder is known that it belongs to',
    ]);
    expect(w.repo.git('for-each-ref', '--format=%(refname)', 'refs/roundsman').split('\n')).toEqual(
      [`refs/roundsman/base/${unknown}`, 'refs/roundsman/mine'],
    );
  });

  it('is refused while another one is at work', async () => {
    const w = await world();
    const { cleanUpLock } = workspacePaths(w.workspace.location.stateDir);
    writeFileSync(cleanUpLock, JSON.stringify(ownIdentity()));
    await expect(w.gc()).rejects.toMatchObject({ code: 'refused', reason: 'clean-up-running' });
    expect((await w.gc({ dryRun: true })).dryRun).toBe(true);
  });
});

describe('the ceiling of the disk', () => {
  async function limited(disk: string): Promise<World> {
    const w = await world();
    w.repo.commit({ files: { 'roundsman.yaml': `timezone: UTC\nkeep: { disk: ${disk} }\n` } });
    return w;
  }

  it('takes a worktree before its time, puts away of a bad run what no branch has, and says so', async () => {
    const w = await limited('1B');
    const good = await endedRun(w, { keepMs: 1e9 });
    const bad = await endedRun(w, { keepMs: 1e9, result: { execution: 'failed' } });
    const held = await endedRun(w, { keepMs: 1e9, maxFiles: 0 });
    const { stateDir } = w.workspace.location;
    // The record of a bad run: its branch is gone, so that nothing else has its work.
    for (const branch of w.repo
      .git('branch', '--list', 'roundsman/*', '--format=%(refname:short)')
      .split('\n'))
      w.repo.git('branch', '-qD', branch);
    const statePath = runPaths(stateDir, bad).state;
    const record = JSON.parse(readFileSync(statePath, 'utf8'));
    const agentExit = { cause: 'exited', exitCode: 3 };
    writeFileSync(statePath, JSON.stringify({ ...record, agentExit }));
    const goodPath = runPaths(stateDir, good).state;
    const progress = { ...record.progress, report: { kind: 'valid', quiet: false } };
    writeFileSync(
      goodPath,
      JSON.stringify({
        ...record,
        id: good,
        agentExit: { cause: 'exited', exitCode: 0 },
        progress,
      }),
    );
    const report = await w.gc();
    expect(told(report, 'worktree')).toEqual([
      'removed: what runs left takes more than 1 B (keep.disk)',
      'removed: what runs left takes more than 1 B (keep.disk)',
      'kept: its changes were refused: 1 uncommitted file, outputs.branch.max-files is 0',
    ]);
    expect(report.archived.map(({ record: { run } }) => run)).toEqual([bad]);
    expect(existsSync(runPaths(stateDir, held).worktree)).toBe(true);
    expect(ceilingWarning(await readDiskUse(stateDir))).toMatch(
      /^what runs left takes [0-9.]+ [KM]B, more than keep\.disk \(1 B\), and the rest is work/,
    );
    expect(told(await w.gc({ dryRun: true }), 'pin')).toEqual([
      'kept: the archive of its run rests on it',
      'kept: its worktree is kept',
    ]);
  });

  it('leaves all alone that fits', async () => {
    const w = await limited('1GB');
    await endedRun(w, { keepMs: 1e9 });
    const { removed } = await w.gc();
    expect(removed.map(({ remains }) => remains.kind)).toEqual(['trash']);
    expect(ceilingWarning(await readDiskUse(w.workspace.location.stateDir))).toBe(null);
  });
});

describe('discarding work knowingly', () => {
  const discard = (w: World, id: RunId) =>
    discardWork(w.workspace, { id, pace: PACE, because: 'a test' });

  it('puts it away first, and removes the archive with its pin when its time is over', async () => {
    const w = await world();
    const id = await endedRun(w, { maxFiles: 0 });
    const { stateDir } = w.workspace.location;
    const discarded = await discard(w, id);
    expect(discarded).toMatchObject({ archive: { kind: 'archived' }, notices: [] });
    expect(existsSync(runPaths(stateDir, id).worktree)).toBe(false);
    expect(readdirSync(workspacePaths(stateDir).trash)).toEqual([]);
    const later = { ...systemClock, now: () => new Date(Date.now() + 91 * 86_400_000) };
    const report = await runGc(
      { ...w.workspace, clock: later },
      { dryRun: false, setAside: false, pace: PACE },
    );
    expect(told(report, 'archive')).toEqual(['removed: its time is over']);
    expect(readdirSync(workspacePaths(stateDir).archives)).toEqual([]);
    expect(w.repo.git('for-each-ref', 'refs/roundsman')).toBe('');
  });

  it('is refused while the run continues, while somebody works in it, and when nothing is kept', async () => {
    const w = await world();
    const gone = await endedRun(w);
    await w.gc();
    await expect(discard(w, gone)).rejects.toMatchObject({ reason: 'nothing-kept' });
    const id = await endedRun(w, { maxFiles: 0 });
    const paths = runPaths(w.workspace.location.stateDir, id);
    writeFileSync(join(paths.folder, 'claim-1'), JSON.stringify(ownIdentity()));
    await expect(discard(w, id)).rejects.toMatchObject({ reason: 'in-use' });
    rmSync(paths.state);
    await expect(discard(w, id)).rejects.toMatchObject({ reason: 'run-goes-on' });
    expect(existsSync(paths.worktree)).toBe(true);
  });

  it('keeps a worktree whose record says nothing', async () => {
    const w = await world();
    const id = await endedRun(w);
    const paths = runPaths(w.workspace.location.stateDir, id);
    writeFileSync(paths.worktreeState, 'half a rec');
    expect(told(await w.gc(), 'worktree')).toEqual(['kept: its record cannot be read']);
    await expect(discard(w, id)).rejects.toMatchObject({ reason: 'worktree-unreadable' });
  });
});
