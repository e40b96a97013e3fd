/** Whether a run may start now. Pure: the caller holds the lock and looked at what is live. */
import type { RoutineId, RunId } from './ids.ts';

export interface LiveRun {
  readonly id: RunId;
  readonly routine: RoutineId;
}

export type AdmissionDecision =
  | { readonly kind: 'admit' }
  /** Overlap is `skip`: one run of a routine at a time. */
  | { readonly kind: 'refuse'; readonly running: RunId };

export function decideAdmission(routine: RoutineId, live: readonly LiveRun[]): AdmissionDecision {
  const running = live.find((run) => run.routine === routine);
  return running === undefined ? { kind: 'admit' } : { kind: 'refuse', running: running.id };
}
