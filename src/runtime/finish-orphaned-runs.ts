/**
 * New supervisors take up the runs that no process attends: a run begins again if its agent had not started; otherwise
 * what the agent left is kept. Runs whose files do not tell what happened are set aside.
 */
import { join } from 'node:path';

import { endLeft } from '../platform/confined-process.ts';
import { listFolder, readTextIfThere } from '../platform/files.ts';
import { parseIdentity } from '../platform/lock.ts';
import { isAlive } from '../platform/process-identity.ts';
import type { StoredRun, CorruptRun } from '../store/ports.ts';
import { type QuarantinedRun, quarantineRun } from '../store/run-folder/quarantine.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { shortIdOf, type RunId } from '../words/ids.ts';
import { formatVerdict } from '../words/judge-run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { sortUnfinished } from './live-runs.ts';
import { sendSupervisor } from './warm-supervisor.ts';

interface FinishedOrphans {
  /** They have supervisors now, which are not waited for. */
  readonly takenUp: readonly StoredRun[];
  /** Parked, or waiting for an answer. */
  readonly resting: readonly StoredRun[];
  readonly quarantined: readonly QuarantinedRun[];
}

/** Two callers at once do no harm. */
export async function finishOrphanedRuns(workspace: Workspace): Promise<FinishedOrphans> {
  const { unfinished, corrupt } = await workspace.runs.survey();
  const { orphaned, resting } = sortUnfinished(unfinished);
  // A caller stored an answer, or a request to go on or to end, and was cut off before a supervisor came.
  const wanted = resting.filter(({ wish }) => (wish ?? null) !== null);
  for (const { spec } of [...orphaned, ...wanted]) sendSupervisor(workspace, spec.id);
  return { takenUp: orphaned, resting, quarantined: await quarantineRuns(workspace, corrupt) };
}

/**
 * Runs whose folders do not tell what happened are set aside, so that nothing else stops for them.
 * Nothing is removed. A run that a process still works on is left: its supervisor writes its record again.
 */
export async function quarantineRuns(
  workspace: Workspace,
  corrupt: readonly CorruptRun[],
): Promise<readonly QuarantinedRun[]> {
  const { location, clock } = workspace;
  const moved: QuarantinedRun[] = [];
  for (const run of corrupt) {
    if (await isHeld(location.stateDir, run.id)) continue;
    const groupList = runPaths(location.stateDir, run.id).controlGroups;
    const { left } = await endLeft({ runId: run.id, groupList, roots: [], clock });
    if (left.length > 0) continue;
    const quarantined = await quarantineRun(location.stateDir, run, clock.now());
    if (quarantined === null) continue;
    moved.push(quarantined);
    await noteInSlot(workspace, quarantined);
  }
  return moved;
}

export function formatQuarantine({ id, problem, folder }: QuarantinedRun): string {
  const words = formatVerdict({ kind: 'corrupt', problem }) ?? '';
  return `run ${shortIdOf(id)}: ${words} and was set aside, whole: ${folder}`;
}

/** By the newest of its claims: the record is what cannot be read. */
async function isHeld(stateDir: string, id: RunId): Promise<boolean> {
  const { folder } = runPaths(stateDir, id);
  const claims = (await listFolder(folder)).filter((name) => /^claim-[0-9]+$/.test(name));
  const holders = await Promise.all(
    claims.map(async (name) => parseIdentity(await readTextIfThere(join(folder, name)))),
  );
  return holders.some((holder) => holder !== null && isAlive(holder));
}

async function noteInSlot(
  { slots, locks, clock }: Workspace,
  quarantined: QuarantinedRun,
): Promise<void> {
  await locks.admission(async () => {
    const { records } = await slots.list({ states: ['started'] });
    const record = records.find(
      ({ state }) => state.kind === 'started' && state.runId === quarantined.id,
    );
    if (record === undefined) return;
    const state = {
      kind: 'started' as const,
      runId: quarantined.id,
      note: `its run cannot be read (${quarantined.problem}) and was set aside: ${quarantined.folder}`,
    };
    await slots.updateAll([{ ...record, state, changedAt: clock.now().toISOString() }]);
  });
}
