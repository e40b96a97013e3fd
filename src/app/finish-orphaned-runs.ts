/**
 * Runs that nobody attends are taken up by new supervisors: begun again where the agent had not started, else what it left
 * is kept. Those that do not tell what happened are set aside.
 */
import { sortUnfinished } from '../runtime/live-runs.ts';
import { warmSupervisor } from '../runtime/warm-supervisor.ts';
import type { QuarantinedRun } from '../store/files/quarantine.ts';
import type { StoredRun } from '../store/ports.ts';
import { runPaths } from '../store/state-paths.ts';
import type { Workspace } from './contract.ts';
import { quarantineRuns } from './quarantine-runs.ts';

export interface FinishedOrphans {
  /** They have supervisors now, which are not waited for. */
  readonly takenUp: readonly StoredRun[];
  readonly quarantined: readonly QuarantinedRun[];
}

/** Two callers at once do no harm. */
export async function finishOrphanedRuns(workspace: Workspace): Promise<FinishedOrphans> {
  const { unfinished, corrupt } = await workspace.runs.survey();
  const { orphaned } = sortUnfinished(unfinished);
  for (const run of orphaned) {
    const supervisor = warmSupervisor(workspace.env, workspace.programs);
    supervisor.assign(runPaths(workspace.location.stateDir, run.spec.id).folder);
  }
  return { takenUp: orphaned, quarantined: await quarantineRuns(workspace, corrupt) };
}
