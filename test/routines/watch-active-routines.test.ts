import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { readActiveRoutines, watchActiveRoutines } from '../../src/routines/active-routines.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';

const TIDY =
  'on: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';

/** Resolves with the active ids each time that a change is told. */
function changesOf(workspace: Workspace): { next(): Promise<readonly string[]> } {
  const waiting: (() => void)[] = [];
  let told = 0;
  const watch = watchActiveRoutines(workspace, () => {
    told += 1;
    waiting.shift()?.();
  });
  onTestFinished(() => watch.close());
  return {
    next: async () => {
      if (told === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      told -= 1;
      return (await readActiveRoutines(workspace)).routines.map(({ id }) => id);
    },
  };
}

async function watched(): Promise<{ readonly repo: GitRepo; readonly workspace: Workspace }> {
  const repo = gitRepo({ 'routines/tidy.yaml': TIDY });
  const env = {
    PATH: process.env['PATH'],
    ROUNDSMAN_STATE_DIR: join(temporaryFolder('rm-state-'), 'state'),
  };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  return { repo, workspace };
}

describe('watching what is active', () => {
  it('tells of a commit on the branch, and of one that was packed away first', async () => {
    const { repo, workspace } = await watched();
    const changes = changesOf(workspace);
    expect(await changes.next()).toEqual(['tidy']);
    repo.commit({ files: { 'routines/second.yaml': TIDY } });
    expect(await changes.next()).toEqual(['second', 'tidy']);
    repo.git('pack-refs', '--all');
    repo.commit({ files: { 'routines/third.yaml': TIDY } });
    expect(await changes.next()).toEqual(['second', 'third', 'tidy']);
  });

  it('tells of what was enabled', async () => {
    const { workspace } = await watched();
    const changes = changesOf(workspace);
    const [tidy] = (await readActiveRoutines(workspace)).routines;
    await changes.next();
    if (tidy === undefined) throw new Error('tidy is not active');
    await workspace.enabled.change((all) => [
      ...all,
      { routine: tidy.id, file: 'routines/x.yaml', hash: 'a'.repeat(64), by: 'ada', at: '' },
    ]);
    expect(await changes.next()).toEqual(['tidy']);
  });
});
