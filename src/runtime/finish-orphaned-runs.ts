/**
 * New supervisors take up the runs that no process attends: a run begins again if its agent had not started; otherwise
 * what the agent left is kept. Runs whose files do not tell what happened are set aside.
 */
import type { QuarantinedRun } from '../store/files/quarantine.ts';
import type { StoredRun } from '../store/ports.ts';
import type { Workspace } from '../workspace/contract.ts';
import { endOfRestOf, sortUnfinished } from './live-runs.ts';
import { quarantineRuns } from './quarantine-runs.ts';
import { sendSupervisor } from './warm-supervisor.ts';

export { endOfRestOf };
export type { StoredRun };

export interface FinishedOrphans {
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
