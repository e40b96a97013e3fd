/** Which of the runs that have not ended are being worked on, and which lost their supervisor. */
import type { LiveRun } from '../domain/admission.ts';
import { isAlive } from '../platform/process-identity.ts';
import type { StoredRun } from '../store/ports.ts';

export interface UnfinishedRuns {
  readonly live: readonly StoredRun[];
  /** Nobody is at work on them: to be finished by a new supervisor. */
  readonly orphaned: readonly StoredRun[];
}

export function sortUnfinished(unfinished: readonly StoredRun[]): UnfinishedRuns {
  const live: StoredRun[] = [];
  const orphaned: StoredRun[] = [];
  for (const run of unfinished) (isAttended(run) ? live : orphaned).push(run);
  return { live, orphaned };
}

/** A run as admission looks at it. */
export function liveRunOf({ spec }: StoredRun): LiveRun {
  return { id: spec.id, routine: spec.routine.id, policy: spec.routine.policy };
}

function isAttended({ spec, record }: StoredRun): boolean {
  // Between admission and the first record the supervisor is on its way, as long as whoever admitted it lives.
  if (record === null || record.phase.kind === 'queued') return isAlive(spec.admittedBy);
  return record.phase.kind === 'running' && isAlive(record.phase.supervisor);
}
