/** Who is at work on a run, asked of the system. Built-ins only: supervisors use it. */
import { isAlive, isOfThisBoot } from '../platform/process-identity.ts';
import type { StoredRun } from '../store/ports.ts';
import type { Attendant } from '../words/judge-run.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';

/**
 * Between admission and the first record the supervisor is on its way, as long as the process that admitted the run
 * lives. A stopped process (SIGSTOP, a laptop asleep) counts as alive.
 */
export function attendantOf({ spec, record }: StoredRun): Attendant {
  const phase = record?.phase;
  return attendance(phase?.kind === 'running' ? phase.supervisor : spec.admittedBy);
}

function attendance(process: ProcessIdentity): Attendant {
  if (!isOfThisBoot(process)) return 'other-boot';
  return isAlive(process) ? 'alive' : 'dead';
}
