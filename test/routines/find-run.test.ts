import { describe, expect, it } from 'vitest';

import { findRun } from '../../src/routines/find-run.ts';
import { shortIdOf } from '../../src/words/ids.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { branchName } from '../kit/briefs.ts';
import { openFinding } from '../kit/findings.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { overwriteFindings } from '../kit/overwrite.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

async function workspace(): Promise<Workspace> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  return openWorkspace({
    actor: 'ada',
    folder: gitRepo({ a: 'a' }).path,
    env,
    clock: stillClock(),
  });
}

describe('findRun', () => {
  it('takes a whole id, its beginning, the short id, and a routine for its newest run', async () => {
    const here = await workspace();
    const older = await storeEndedRun(here, { at: '2026-11-01T02:00:00.000Z' });
    const newer = await storeEndedRun(here, { at: '2026-11-02T02:00:00.000Z' });
    const other = await storeEndedRun(here, { routine: 'other', at: '2026-10-01T02:00:00.000Z' });
    expect((await findRun(here, older.id)).id).toBe(older.id);
    expect((await findRun(here, older.id.slice(0, 10))).id).toBe(older.id);
    expect((await findRun(here, shortIdOf(older.id))).id).toBe(older.id);
    expect((await findRun(here, 'sweep')).id).toBe(newer.id);
    expect((await findRun(here, 'other')).id).toBe(other.id);
  });

  it('takes the newest run of all when nothing is said', async () => {
    const here = await workspace();
    await storeEndedRun(here, { at: '2026-11-01T02:00:00.000Z' });
    const newer = await storeEndedRun(here, { routine: 'z', at: '2026-11-02T02:00:00.000Z' });
    expect((await findRun(here, null)).id).toBe(newer.id);
  });

  it('says how to start one when there are no runs', async () => {
    await expect(findRun(await workspace(), null)).rejects.toMatchObject({
      code: 'not-found',
      message: 'there are no runs here yet',
      hint: 'Start one: `roundsman run todo-sweep`.',
    });
  });

  it('says that a routine which is there has not run yet, and how to run it', async () => {
    const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
    const { path: folder } = gitRepo({ 'routines/todo-sweep.yaml': 'on: manual\n' });
    const here = await openWorkspace({ actor: 'ada', folder, env, clock: stillClock() });
    await storeEndedRun(here);
    await expect(findRun(here, 'todo-sweep')).rejects.toMatchObject({
      code: 'not-found',
      message: 'todo-sweep has not run yet',
      hint: 'Run it: roundsman run todo-sweep',
    });
  });

  it('says what was typed when no run matches', async () => {
    const here = await workspace();
    await storeEndedRun(here);
    await expect(findRun(here, 'nope')).rejects.toMatchObject({
      code: 'not-found',
      reason: 'run-unknown',
      message: 'no run and no routine is called "nope"',
      hint: 'See what there is: roundsman runs, roundsman list',
    });
  });

  it('takes what belongs to a run: its branch, report, request and finding', async () => {
    const here = await workspace();
    const branch = branchName('roundsman/sweep/2026-11-01-tidy');
    const { id, routine } = await storeEndedRun(here, {
      at: '2026-11-01T02:00:00.000Z',
      change: { progress: { ...EMPTY_PROGRESS, branch } },
    });
    await storeEndedRun(here, { routine: 'other', at: '2026-11-02T02:00:00.000Z' });
    const short = shortIdOf(id);
    const found = openFinding({ id: 'F-aaaa000000', routine: routine.id, runs: [id] });
    await overwriteFindings(here, { routine: routine.id, lastRun: id, findings: [found] });
    for (const name of [
      'roundsman/sweep/2026-11-01-tidy',
      '2026-11-01-tidy',
      `reports/sweep/2026-11-01-${short}.md`,
      `P-${short}-2`,
      'f-aaaa',
    ]) {
      expect((await findRun(here, name)).id).toBe(id);
    }
  });

  it('says what an id of something else is of', async () => {
    const here = await workspace();
    await storeEndedRun(here);
    await expect(findRun(here, 'D-3')).rejects.toMatchObject({
      message: 'no run matches "D-3"',
      hint: 'D-3 is the id of a decision: roundsman show D-3. `roundsman runs` lists them.',
    });
  });
});
