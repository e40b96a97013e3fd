/**
 * Whether a run may start beside those that are live. The one rule for the daemon and the command line; the
 * caller holds the admission lock and looked at what is live. Pure.
 */
import type { RoutineId, RunId } from '../words/ids.ts';
import type { Policy } from '../words/policy.ts';
import { firstMeeting } from './globs-meet.ts';

/** A run that has been admitted and has not ended. `Id` is `null` for one that starts now and has none yet. */
export interface LiveRun<Id extends RunId | null = RunId> {
  readonly id: Id;
  readonly routine: RoutineId;
  readonly policy: Pick<Policy, 'touches' | 'concurrency'>;
  /** `policy.touches` are the files of its item, not those of its routine. Default: false. */
  readonly ownTouches?: boolean;
  /** Parked, or waiting for an answer: it goes on some time, and takes no place until then. Default: false. */
  readonly resting?: boolean;
  /** Of one at rest how, for people: `is parked until …`. */
  readonly rest?: string;
}

export interface Candidate {
  readonly routine: RoutineId;
  readonly policy: Pick<Policy, 'overlap' | 'touches' | 'concurrency'>;
  readonly ownTouches?: boolean;
}

/** Of a run for an item, whose files take the place of what its routine touches. */
export function policyInForce<Rules extends Pick<Policy, 'touches'>>(
  policy: Rules,
  touches: readonly string[] | undefined,
): { readonly policy: Rules; readonly ownTouches: boolean } {
  return touches === undefined
    ? { policy, ownTouches: false }
    : { policy: { ...policy, touches }, ownTouches: true };
}

export type AdmissionDecision<Id extends RunId | null = RunId> =
  | { readonly kind: 'admit' }
  /** A run of the same routine continues: its overlap policy decides what that means. */
  | {
      readonly kind: 'running';
      readonly run: Id;
      /** It is parked, or waits for an answer. */
      readonly resting?: true;
      readonly rest?: string;
    }
  | { readonly kind: 'group-full'; readonly group: string; readonly runs: readonly LiveRun<Id>[] }
  | {
      readonly kind: 'touches';
      readonly run: Id;
      readonly routine: RoutineId;
      readonly pattern: string;
    };

/**
 * The daemon-wide maximum is not looked at here: it is the queue's, and a person's run is not held up by it. Of two
 * limits for one group each routine keeps its own.
 */
export function decideAdmission<Id extends RunId | null>(
  { routine, policy, ownTouches = false }: Candidate,
  unfinished: readonly LiveRun<Id>[],
): AdmissionDecision<Id> {
  // One that rests continues with what it began: the routine is not begun again beside it.
  if (policy.overlap !== 'allow-all') {
    const running = inTheWay(unfinished.filter((run) => run.routine === routine));
    if (running !== null) {
      const { rest } = running;
      const resting = { resting: true, ...(rest === undefined ? {} : { rest }) } as const;
      return { kind: 'running', run: running.id, ...(isAtWork(running) ? {} : resting) };
    }
  }
  const live = unfinished.filter(isAtWork);
  const { concurrency } = policy;
  if (concurrency !== null) {
    const runs = live.filter((run) => run.policy.concurrency?.group === concurrency.group);
    if (runs.length >= concurrency.max)
      return { kind: 'group-full', group: concurrency.group, runs };
  }
  return touchesOf({ routine, policy, ownTouches }, live) ?? { kind: 'admit' };
}

/** Of the unfinished runs of a routine the one to name: one that is at work, before one that rests. */
export function inTheWay<Run extends Pick<LiveRun<RunId | null>, 'resting'>>(
  unfinished: readonly Run[],
): Run | null {
  return unfinished.find(isAtWork) ?? unfinished[0] ?? null;
}

/** Takes a place. */
export function isAtWork({ resting }: Pick<LiveRun<RunId | null>, 'resting'>): boolean {
  return resting !== true;
}

/** Runs of one routine touch the same files always, which `allow-all` allows; those for two items need not. */
function touchesOf<Id extends RunId | null>(
  { routine, policy, ownTouches = false }: Candidate,
  live: readonly LiveRun<Id>[],
): Extract<AdmissionDecision<Id>, { kind: 'touches' }> | null {
  if (policy.touches.length === 0) return null;
  for (const run of live) {
    if (run.routine === routine && !(ownTouches && run.ownTouches === true)) continue;
    const meeting = firstMeeting(policy.touches, run.policy.touches);
    if (meeting !== null)
      return { kind: 'touches', run: run.id, routine: run.routine, pattern: meeting.ours };
  }
  return null;
}
