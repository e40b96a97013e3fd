/**
 * Whether a run may start beside those that are live. The one rule for the daemon and the command line; the
 * caller holds the admission lock and looked at what is live. Pure.
 */
import type { RoutineId, RunId } from './ids.ts';
import type { Policy } from './policy.ts';

/** A run that has been admitted and has not ended. */
export interface LiveRun {
  readonly id: RunId;
  readonly routine: RoutineId;
  readonly policy: Pick<Policy, 'touches' | 'concurrency'>;
}

export interface Candidate {
  readonly routine: RoutineId;
  readonly policy: Pick<Policy, 'touches' | 'concurrency'>;
}

export type AdmissionDecision =
  | { readonly kind: 'admit' }
  /** A run of the same routine goes on: its overlap policy decides what that means. */
  | { readonly kind: 'running'; readonly run: RunId }
  | { readonly kind: 'group-full'; readonly group: string; readonly runs: readonly RunId[] }
  | {
      readonly kind: 'touches';
      readonly run: RunId;
      readonly routine: RoutineId;
      readonly pattern: string;
    };

/** The daemon-wide maximum is not looked at here: it is the queue's, and a person's run is not held up by it. */
export function decideAdmission(candidate: Candidate, live: readonly LiveRun[]): AdmissionDecision {
  const running = live.find((run) => run.routine === candidate.routine);
  return running === undefined ? { kind: 'admit' } : { kind: 'running', run: running.id };
}
