import { describe, expect, it } from 'vitest';

import { runCare } from '../../../src/app/daemon/run-care.ts';
import { openWorkspace } from '../../../src/app/open-workspace.ts';
import type { RunSpec } from '../../../src/domain/run.ts';
import type { StoredRun } from '../../../src/store/ports.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { stillClock } from '../../kit/still-clock.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

/** A run of which nothing is recorded yet; admitted by this process unless told otherwise. */
async function silentRun(change: Partial<RunSpec> = {}): Promise<StoredRun> {
  const repo = gitRepo({ a: 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({ folder: repo.path, env, clock: stillClock() });
  return { spec: { ...(await storeEndedRun(workspace)), ...change }, record: null };
}

describe('care for runs', () => {
  it('sends a supervisor to a run that lost its own, once in half a minute', async () => {
    const run = await silentRun({ admittedBy: { pid: 1, startTime: 'gone', bootId: 'gone' } });
    const clock = stillClock();
    const sent: string[] = [];
    const care = runCare({ clock, send: (id) => void sent.push(id) });
    const look = { unfinished: [run], orphaned: [run], resting: [] };
    expect(care(look)).toEqual([run]);
    expect(care(look)).toEqual([]);
    clock.move(30_000);
    expect(care(look)).toEqual([run]);
    expect(sent).toEqual([run.spec.id, run.spec.id]);
  });

  it('waits for half a minute for one whose supervisor is on its way', async () => {
    const run = await silentRun();
    const clock = stillClock();
    const care = runCare({ clock, send: () => undefined });
    const look = { unfinished: [run], orphaned: [], resting: [] };
    expect(care(look)).toEqual([]);
    clock.move(29_999);
    expect(care(look)).toEqual([]);
    clock.move(1);
    expect(care(look)).toEqual([run]);
  });
});
