/** Who is at work on a run, asked of the system. Built-ins only: supervisors use it. */
import { livenessOf } from '../platform/process-identity.ts';
import type { StoredRun } from '../store/ports.ts';
import type { Liveness } from '../words/run-spec.ts';

/**
 * Between admission and the first record the supervisor is on its way, as long as the process that admitted the run
 * lives. A stopped process (SIGSTOP, a laptop asleep) counts as alive.
 */
export function attendantOf({ spec, record }: StoredRun): Liveness {
  const phase = record?.phase;
  return livenessOf(phase?.kind === 'running' ? phase.supervisor : spec.admittedBy);
}

/** Whether a process works on it, here or elsewhere. */
export function isAttended(run: StoredRun): boolean {
  const attendant = attendantOf(run);
  return attendant === 'alive' || attendant === 'elsewhere';
}
