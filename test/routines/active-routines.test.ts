import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { readActiveRoutines, type ActiveRoutines } from '../../src/routines/active-routines.ts';
import { readActiveState, writeActiveState } from '../../src/routines/active/active-state.ts';
import { enableRoutine } from '../../src/routines/enable/enable-routine.ts';
import { rememberDefaultBranch } from '../../src/runtime/remember-default-branch.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';

const TIDY =
  'on: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const OTHER = TIDY.replace('Tidy.', 'Something else.');
const BROKEN = `agnet: {}\n${TIDY}`;

async function openAt(repo: GitRepo, state = temporaryFolder('rm-state-')): Promise<Workspace> {
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    ROUNDSMAN_STATE_DIR: join(state, 'state'),
  };
  return openWorkspace({ actor: 'ada', folder: repo.path, env, clock: systemClock });
}

function project(files: Readonly<Record<string, string>> = {}): GitRepo {
  return gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', 'routines/tidy.yaml': TIDY, ...files });
}

const ids = (active: {
  readonly routines: readonly { readonly id: string }[];
}): readonly string[] => active.routines.map(({ id }) => id);

function one({ routines }: ActiveRoutines): ActiveRoutines['routines'][number] {
  const [first] = routines;
  if (first === undefined) throw new Error('nothing is active');
  return first;
}

describe('what is active', () => {
  it('is what the default branch holds', async () => {
    const repo = project();
    const workspace = await openAt(repo);
    const active = await readActiveRoutines(workspace);
    expect(active).toMatchObject({
      ref: 'refs/heads/main',
      commit: repo.git('rev-parse', 'main'),
      broken: [],
      local: [],
      problems: [],
    });
    expect(active.routines).toMatchObject([{ id: 'tidy', source: 'ref', enabled: true }]);
    const hash = active.routines[0]?.definition ?? '';
    expect(await workspace.definitions.read(hash)).toMatchObject({
      hash,
      file: 'routines/tidy.yaml',
      routine: { id: 'tidy' },
      settings: { timezone: 'UTC', trackReports: false, diskFloorBytes: 500_000_000 },
    });
  });

  it('is the same when it is read again, and after every file of the state was lost', async () => {
    const workspace = await openAt(project());
    const first = await readActiveRoutines(workspace);
    expect(await readActiveRoutines(workspace)).toEqual(first);
    const path = join(workspace.location.stateDir, 'active.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20));
    expect(await readActiveRoutines(workspace)).toEqual(first);
  });

  it('does not change with what is checked out', async () => {
    const repo = project();
    const workspace = await openAt(repo);
    const before = await readActiveRoutines(workspace);
    repo.git('switch', '--quiet', '-c', 'agent');
    repo.commit({
      files: {
        'routines/tidy.yaml': OTHER,
        'routines/new.yaml': TIDY,
        'roundsman.yaml': 'timezone: Asia/Tokyo\n',
      },
    });
    const { local, ...active } = await readActiveRoutines(workspace);
    expect(active).toEqual({
      ref: before.ref,
      commit: before.commit,
      routines: before.routines,
      broken: [],
      problems: [],
      daemon: before.daemon,
      connections: [],
      diskFloorBytes: before.diskFloorBytes,
      spending: before.spending,
    });
    expect(local).toEqual([
      { id: 'new', file: 'routines/new.yaml', kind: 'new', isBroken: false },
      { id: 'tidy', file: 'routines/tidy.yaml', kind: 'changed', isBroken: false },
    ]);
    repo.git('switch', '--quiet', 'main');
    expect(await readActiveRoutines(workspace)).toEqual(before);
    repo.git('merge', '--quiet', 'agent');
    const merged = await readActiveRoutines(workspace);
    expect(ids(merged)).toEqual(['new', 'tidy']);
    expect(merged.local).toEqual([]);
    expect(merged.routines[0]?.triggers).toMatchObject([{ timezone: 'Asia/Tokyo' }]);
  });

  it('keeps the last good version of what is broken now, and forgets what was removed', async () => {
    const repo = project({ 'routines/other.yaml': OTHER });
    const workspace = await openAt(repo);
    const before = await readActiveRoutines(workspace);
    repo.commit({ files: { 'routines/tidy.yaml': BROKEN, 'routines/other.yaml': null } });
    const now = await readActiveRoutines(workspace);
    expect(now.routines).toEqual(before.routines.filter(({ id }) => id === 'tidy'));
    expect(now.broken).toMatchObject([
      { id: 'tidy', problems: [{ code: 'unknown-key', file: 'routines/tidy.yaml', line: 1 }] },
    ]);
    repo.commit({ files: { 'routines/tidy.yaml': TIDY } });
    expect(await readActiveRoutines(workspace)).toMatchObject({
      routines: now.routines,
      broken: [],
    });
  });

  it('continues as it was while roundsman.yaml is broken', async () => {
    const repo = project();
    const workspace = await openAt(repo);
    const before = await readActiveRoutines(workspace);
    repo.commit({ files: { 'roundsman.yaml': 'timezone: Mars/X\n', 'routines/new.yaml': TIDY } });
    const now = await readActiveRoutines(workspace);
    expect(now.routines).toEqual(before.routines);
    expect(now.problems).toMatchObject([{ file: 'roundsman.yaml', code: 'unknown-timezone' }]);
    repo.commit({ files: { 'roundsman.yaml': 'timezone: UTC\n' } });
    expect(ids(await readActiveRoutines(workspace))).toEqual(['new', 'tidy']);
  });

  it('reads only what moved', async () => {
    const repo = project({ 'routines/other.yaml': OTHER });
    const workspace = await openAt(repo);
    await readActiveRoutines(workspace);
    const path = join(workspace.location.stateDir, 'active.json');
    const state = await readActiveState(path);
    if (state === null) throw new Error('nothing was kept');
    const marked = state.atRef.map((entry) => ({
      ...entry,
      routine: { ...entry.routine, name: 'kept' },
    }));
    await writeActiveState(path, { ...state, atRef: marked });
    repo.commit({ files: { 'routines/tidy.yaml': OTHER } });
    const now = await readActiveRoutines(workspace);
    expect(now.routines.map(({ id, name }) => [id, name])).toEqual([
      ['other', 'kept'],
      ['tidy', 'tidy'],
    ]);
    repo.commit({ files: { 'roundsman.yaml': 'timezone: Asia/Tokyo\n' } });
    expect((await readActiveRoutines(workspace)).routines.map(({ name }) => name)).toEqual([
      'other',
      'tidy',
    ]);
  });

  it('is never taken for empty where the repository lost a part', async () => {
    const repo = project();
    const workspace = await openAt(repo);
    await readActiveRoutines(workspace);
    repo.commit({ files: { 'routines/tidy.yaml': OTHER } });
    const blob = repo.git('rev-parse', 'HEAD:routines/tidy.yaml');
    rmSync(join(repo.path, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    await expect(readActiveRoutines(workspace)).rejects.toMatchObject({ reason: 'object-missing' });
  });

  it('refuses at the ref what it refuses in the working tree', async () => {
    const repo = project({
      'routines/Bad Name.yaml': TIDY,
      'routines/big.yaml': `${TIDY}#${'x'.repeat(300_000)}\n`,
      'routines/twin.yaml': TIDY,
      'routines/twin.yml': TIDY,
      'routines/.hidden.yaml': BROKEN,
      'routines/deep/inner.yaml': BROKEN,
      'routines/readme.md': 'x',
    });
    symlinkSync('tidy.yaml', join(repo.path, 'routines/link.yaml'));
    repo.commit();
    const workspace = await openAt(repo);
    const { routines, broken, local } = await readActiveRoutines(workspace);
    expect(routines.map(({ id }) => id)).toEqual(['tidy']);
    expect(broken.map(({ id, problems }) => [id, problems.map(({ code }) => code)])).toEqual([
      ['Bad Name', ['bad-id']],
      ['big', ['file-too-large']],
      ['link', ['unreadable']],
      ['twin', ['duplicate-id']],
      ['twin', ['duplicate-id']],
    ]);
    expect(local).toEqual([]);
    repo.commit({ files: { 'routines/twin.yml': null } });
    expect(ids(await readActiveRoutines(workspace))).toEqual(['tidy', 'twin']);
  });

  it('comes from the ref that the default branch names, and from nowhere else', async () => {
    const repo = project();
    repo.git('branch', 'release');
    repo.commit({ files: { 'roundsman.yaml': 'definitions: { ref: release }\n' } });
    const workspace = await openAt(repo);
    expect(await readActiveRoutines(workspace)).toMatchObject({ ref: 'refs/heads/release' });
    repo.git('switch', '--quiet', 'release');
    // What the ref itself names is not followed.
    repo.commit({
      files: { 'roundsman.yaml': 'definitions: { ref: main }\n', 'routines/new.yaml': TIDY },
    });
    const moved = await readActiveRoutines(workspace);
    expect(moved).toMatchObject({ ref: 'refs/heads/release', problems: [] });
    expect(ids(moved)).toEqual(['new', 'tidy']);
    repo.git('switch', '--quiet', 'main');
    repo.git('branch', '-m', 'release', 'shipped');
    const gone = await readActiveRoutines(workspace);
    expect(gone.routines).toEqual(moved.routines);
    expect(gone.problems).toMatchObject([
      {
        code: 'definitions-ref',
        message: 'definitions.ref is "release", and there is no such branch or tag',
      },
    ]);
    repo.git('tag', '-a', '-m', 'shipped', 'release', 'main');
    const tagged = await readActiveRoutines(workspace);
    expect(tagged).toMatchObject({
      ref: 'refs/tags/release',
      commit: repo.git('rev-parse', 'main'),
    });
    expect(ids(tagged)).toEqual(['tidy']);
  });

  it('is nothing before the first commit, and nothing where only a person can tell', async () => {
    const empty = gitRepo();
    empty.write('routines/tidy.yaml', TIDY);
    expect(await readActiveRoutines(await openAt(empty))).toMatchObject({
      ref: null,
      commit: null,
      routines: [],
      problems: [],
      local: [{ id: 'tidy', kind: 'new' }],
    });
    const repo = project();
    repo.git('branch', '-m', 'develop');
    repo.git('switch', '--quiet', '-c', 'agent');
    const workspace = await openAt(repo);
    expect(await readActiveRoutines(workspace)).toMatchObject({
      ref: null,
      routines: [],
      problems: [
        {
          code: 'definitions-ref',
          message:
            'nothing tells which of 2 branches the definitions are taken from: none is called main, master or trunk, and there is no origin/HEAD',
          hint: 'Go to the one that your routines live on and say there: roundsman init',
        },
      ],
    });
    repo.git('switch', '--quiet', 'develop');
    await rememberDefaultBranch(workspace);
    repo.git('switch', '--quiet', 'agent');
    expect(await readActiveRoutines(workspace)).toMatchObject({
      ref: 'refs/heads/develop',
      problems: [],
    });
  });

  it('is compiled again by another version, from what was kept of it', async () => {
    const repo = project({ 'routines/other.yaml': OTHER });
    const workspace = await openAt(repo);
    await readActiveRoutines(workspace);
    repo.write('routines/new.yaml', TIDY);
    await enableRoutine(workspace, 'new');
    repo.git('rm', '--quiet', '--cached', 'routines/new.yaml', '--ignore-unmatch');
    repo.write('routines/other.yaml', BROKEN);
    repo.git('commit', '--quiet', '-m', 'break it', 'routines/other.yaml');
    const before = await readActiveRoutines(workspace);
    expect(ids(before)).toEqual(['new', 'other', 'tidy']);
    const path = join(workspace.location.stateDir, 'active.json');
    const state = await readActiveState(path);
    if (state === null) throw new Error('nothing was kept');
    await writeActiveState(path, { ...state, surroundings: 'of another version' });
    rmSync(join(workspace.location.stateDir, 'definitions'), { recursive: true });
    expect(await readActiveRoutines(workspace)).toEqual(before);
    for (const { definition } of before.routines) {
      expect(await workspace.definitions.read(definition)).toMatchObject({ hash: definition });
    }
  });

  it('says so when what was enabled cannot be read any more, and falls back on the ref', async () => {
    const repo = project();
    const workspace = await openAt(repo);
    repo.write('routines/tidy.yaml', OTHER);
    await enableRoutine(workspace, 'tidy');
    const { stateDir } = workspace.location;
    const enabled = await readActiveRoutines(workspace);
    writeFileSync(join(stateDir, 'enabled.json'), '{');
    const torn = await readActiveRoutines(workspace);
    expect(torn.routines).toEqual(enabled.routines);
    expect(torn.problems).toMatchObject([{ code: 'enabled-corrupt' }]);
    await enableRoutine(workspace, 'tidy').catch(() => null);
    rmSync(join(stateDir, 'enabled'), { recursive: true });
    await workspace.enabled.change(() => [
      {
        routine: one(enabled).id,
        file: 'routines/tidy.yaml',
        hash: 'a'.repeat(64),
        by: 'a',
        at: '',
      },
    ]);
    const lost = await readActiveRoutines(workspace);
    expect(lost.routines).toMatchObject([{ id: 'tidy', source: 'ref' }]);
    expect(lost.broken).toMatchObject([{ id: 'tidy', problems: [{ code: 'enabled-lost' }] }]);
  });

  it('shares equal schedules and policies, whether just compiled or read again', async () => {
    const workspace = await openAt(project({ 'routines/other.yaml': OTHER }));
    for (const { routines } of [
      await readActiveRoutines(workspace),
      await readActiveRoutines(workspace),
    ]) {
      const [first, second] = routines;
      expect(first?.policy).toBe(second?.policy);
      expect(first?.triggers).toBe(second?.triggers);
    }
  });
});
