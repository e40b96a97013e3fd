import { runPaths } from '../store/run-folder/run-paths.ts';
import type { RunId } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';
import { warmSupervisor } from './warm-supervisor.ts';

/** For a run that no process works on. Two for one run do no harm: the second exits. */
export function sendSupervisor(
  { env, programs, location }: Pick<Workspace, 'env' | 'programs' | 'location'>,
  id: RunId,
): void {
  warmSupervisor(env, programs).assign(runPaths(location.stateDir, id).folder);
}
