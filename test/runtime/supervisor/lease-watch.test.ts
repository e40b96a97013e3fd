/** Whether a run may go on without the file of its lease, which a loss of power may take. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { uptimeSeconds } from '../../../src/platform/environment.ts';
import { ownIdentity } from '../../../src/platform/process-identity.ts';
import { partSpecs } from '../../../src/runtime/steps/variants/gate-parts.ts';
import { watchLease, type LeaseWatch } from '../../../src/runtime/supervisor/cancel-watch.ts';
import { buildSpecAgain } from '../../../src/scheduler/build-run-spec.ts';
import { machinePaths } from '../../../src/store/machine-paths.ts';
import { openLeases, removeLease, writeLease } from '../../../src/store/run-folder/lease-file.ts';
import type { RunSpec } from '../../../src/words/run-spec.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { commitSha, runId, runSpec } from '../../kit/report-source.ts';

const LOST = 'its worker lost its lease: no answer from the database in time';
const run = runId(1);
const lease = { run, queue: 'run.a', id: 'job', retryCount: 0, worker: ownIdentity() };

let stateDir: string;
let watch: LeaseWatch | null = null;

beforeEach(async () => {
  stateDir = temporaryFolder('rm-lease-');
  await openLeases(stateDir);
});
afterEach(() => watch?.stop());

async function lostAtOnce(leased: boolean): Promise<string | null> {
  watch = await watchLease({ stateDir, run, leased }, systemClock);
  return watch.lost();
}

it('goes on while its worker renews the lease, and a worker that comes back finds it', async () => {
  const until = uptimeSeconds() + 60;
  await writeLease(stateDir, { ...lease, until: until - 30 });
  await writeLease(stateDir, { ...lease, until });
  expect(await lostAtOnce(true)).toBeNull();
  expect(await openLeases(stateDir)).toEqual([{ ...lease, until }]);
});

it('does not begin without the file when its spec says that it needs a lease', async () => {
  expect(await lostAtOnce(true)).toBe(LOST);
  await expect(watch?.whenLost).resolves.toBe(LOST);
});

it.each(['', '{"run":'])('does not begin with a file that holds %j', async (text) => {
  writeFileSync(join(machinePaths(stateDir).leases, `${run}.json`), text);
  expect(await lostAtOnce(true)).toBe(LOST);
});

it('does not begin after the machine was started again, until its worker has renewed the lease', async () => {
  const before = { ...lease.worker, bootId: '00000000-0000-0000-0000-000000000000' };
  await writeLease(stateDir, { ...lease, worker: before, until: uptimeSeconds() + 60 });
  expect(await lostAtOnce(true)).toBe(LOST);
});

it('asks for none where the spec says nothing and there is no file', async () => {
  expect(await lostAtOnce(false)).toBeNull();
  await removeLease(stateDir, run);
});

it('needs the lease in its parts too, and not in a run that is made from it later', () => {
  const admitted = {
    attempt: 1,
    admittedAt: '2026-11-21T01:00:00.000Z',
    admittedBy: ownIdentity(),
  };
  const { routine, workspace, ...rest } = runSpec(1, { leased: true });
  const agent = { ...routine.agent, variants: [{ engine: 'claude', model: null }] } as const;
  const spec: RunSpec = { ...rest, workspace, routine: { ...routine, agent } };
  const [part] = partSpecs({
    spec,
    base: commitSha('a'.repeat(40)),
    baseRef: 'main',
    indexes: [0],
    hash: () => 'b'.repeat(64),
    ...admitted,
  });
  expect(part?.leased).toBe(true);
  expect(buildSpecAgain(spec, { ...admitted, id: runId(2), workspace })).not.toHaveProperty(
    'leased',
  );
});
