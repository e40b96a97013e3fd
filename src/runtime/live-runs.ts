/** Which of the runs that have not ended are being worked on, and which lost their supervisor. */
import { policyInForce, type LiveRun } from '../scheduler/admission.ts';
import type { StoredRun } from '../store/ports.ts';
import { isRecovery, judgeRun, type RunVerdict } from '../words/judge-run.ts';
import { endOfRest, restClause, restPhase, type RestEnd } from '../words/rest.ts';
import { attendantOf } from './attendant.ts';

export interface UnfinishedRuns {
  /** Somebody is at work on them, be it the supervisor of an older or a newer Roundsman. */
  readonly live: readonly StoredRun[];
  /** Nobody is to be at work on them: parked, or waiting for an answer. */
  readonly resting: readonly StoredRun[];
  /** Nobody is: to be taken up by a new supervisor. */
  readonly orphaned: readonly StoredRun[];
  /** Nobody is, and they are not for us: a newer Roundsman made them. */
  readonly foreign: readonly StoredRun[];
}

export function sortUnfinished(unfinished: readonly StoredRun[]): UnfinishedRuns {
  const live: StoredRun[] = [];
  const orphaned: StoredRun[] = [];
  const foreign: StoredRun[] = [];
  const resting: StoredRun[] = [];
  for (const run of unfinished) {
    if (isAtRest(run)) resting.push(run);
    else if (attendantOf(run) === 'alive') live.push(run);
    else if (isRecovery(verdictOf(run))) orphaned.push(run);
    else foreign.push(run);
  }
  return { live, resting, orphaned, foreign };
}

/** As whoever comes upon it would judge it; how many supervisors it had is for the next of them to know. */
export function verdictOf(run: StoredRun): RunVerdict {
  return judgeRun({ run, attendant: attendantOf(run), supervisors: 0 });
}

/** One that we may take up again. */
export function isAtRest(run: StoredRun): boolean {
  return restPhase(run.record) !== null && verdictOf(run).kind === 'resting';
}

/** Runs at rest whose time is over, or of which somebody wants something. */
export function endOfRestOf({ record, wish }: StoredRun, now: Date): RestEnd | null {
  const phase = restPhase(record);
  return phase === null ? null : endOfRest(phase, wish ?? null, now);
}

/**
 * Runs as admission looks at them. A part takes the place of its run, which waits for it and takes none itself: what is
 * in the way of another is that run, and ends its parts with it.
 */
export function liveRunsOf(
  runs: readonly StoredRun[],
  /** Of those at rest, the ones whose time is over by then take a place already. Default: none. */
  now: Date | null = null,
): readonly LiveRun[] {
  const led = new Set(runs.map(({ spec }) => spec.part?.of));
  return runs
    .filter(({ spec }) => !led.has(spec.id))
    .map((run) => {
      const { id, part, routine } = run.spec;
      const inForce = policyInForce(routine.policy, run.spec.touches);
      const live = { id: part?.of ?? id, routine: routine.id, ...inForce };
      const phase = restPhase(run.record);
      const goesOn = now !== null && endOfRestOf(run, now) !== null;
      return phase === null || goesOn || !isAtRest(run)
        ? { ...live, resting: false }
        : { ...live, resting: true, rest: restClause(phase) };
    });
}
