/** Runs whose supervisor died are finished by a new one: what the agent left is kept, and the run ends `lost`. */
import { sortUnfinished } from '../runtime/live-runs.ts';
import { runPaths } from '../store/state-paths.ts';
import type { Workspace } from './contract.ts';
import { warmSupervisor } from './supervisor-process.ts';

/** Starts the supervisors and returns how many; does not wait for them. Two callers at once do no harm. */
export async function finishOrphanedRuns(workspace: Workspace): Promise<number> {
  const { orphaned } = sortUnfinished(await workspace.runs.listUnfinished());
  for (const run of orphaned) {
    const supervisor = warmSupervisor(workspace.env, workspace.programs);
    supervisor.assign(runPaths(workspace.location.stateDir, run.spec.id).folder);
  }
  return orphaned.length;
}
