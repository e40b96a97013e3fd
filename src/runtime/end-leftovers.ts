/** Whatever an attempt of a run left alive is ended before anybody continues with its folder, or tries the slot again. */
import type { Clock } from '../platform/clock.ts';
import { endLeft } from '../platform/confined-process.ts';
import type { EndOutcome } from '../platform/end-processes.ts';
import { livenessOf } from '../platform/process-identity.ts';
import type { StoredRun } from '../store/ports.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import { attendantOf } from './live-runs.ts';

const NOTHING: EndOutcome = { ended: 0, left: [] };

/**
 * For a run that no process attends. After a reboot nothing of it is left, and its pids belong to other processes, as they do
 * where it was on another machine.
 */
export async function endLeftovers(
  stateDir: string,
  run: StoredRun,
  clock: Clock,
): Promise<EndOutcome> {
  const attendant = attendantOf(run);
  if (attendant === 'other-boot' || attendant === 'elsewhere') return NOTHING;
  const phase = run.record?.phase;
  const agent = phase?.kind === 'running' ? phase.agent : null;
  return endLeft({
    runId: run.spec.id,
    groupList: runPaths(stateDir, run.spec.id).controlGroups,
    roots: agent === null || !isOfThisBoot(agent) ? [] : [agent],
    clock,
  });
}

function isOfThisBoot(process: ProcessIdentity): boolean {
  const liveness = livenessOf(process);
  return liveness === 'alive' || liveness === 'dead';
}
