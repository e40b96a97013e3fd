import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readActiveRoutines } from '../../src/app/active-routines.ts';
import type { Workspace } from '../../src/app/contract.ts';
import { openWorkspace } from '../../src/app/open-workspace.ts';
import { systemClock } from '../../src/platform/clock.ts';
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
  return openWorkspace({ folder: repo.path, env, clock: systemClock });
}

function project(files: Readonly<Record<string, string>> = {}): GitRepo {
  return gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', 'routines/tidy.yaml': TIDY, ...files });
}

const ids = (active: {
  readonly routines: readonly { readonly id: string }[];
}): readonly string[] => active.routines.map(({ id }) => id);

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
      settings: { timezone: 'UTC', trackReports: false },
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
    });
    expect(local).toEqual([
      { id: 'new', file: 'routines/new.yaml', kind: 'new' },
      { id: 'tidy', file: 'routines/tidy.yaml', kind: 'changed' },
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

  it('goes on as it was while roundsman.yaml is broken', async () => {
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
});
