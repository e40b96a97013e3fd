/** Which of the runs that have not ended are being worked on, and which lost their supervisor. */
import { isAlive, isOfThisBoot } from '../platform/process-identity.ts';
import { policyInForce, type LiveRun } from '../scheduler/admission.ts';
import type { StoredRun } from '../store/ports.ts';
import { isRecovery, judgeRun, type RunVerdict, type Attendant } from '../words/judge-run.ts';
import { endOfRest, restClause, restPhase, type RestEnd } from '../words/rest.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';

interface UnfinishedRuns {
  /** A process works on them, possibly the supervisor of an older or a newer Roundsman. */
  readonly live: readonly StoredRun[];
  /** No process has to work on them: parked, or waiting for an answer. */
  readonly resting: readonly StoredRun[];
  /** No process works on them: a new supervisor takes them up. */
  readonly orphaned: readonly StoredRun[];
  /** No process works on them, and this version leaves them alone: a newer Roundsman made them. */
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

/** The verdict of a process that finds the run. Earlier supervisors are not counted: the next supervisor counts them. */
export function verdictOf(run: StoredRun): RunVerdict {
  return judgeRun({ run, attendant: attendantOf(run), supervisors: 0 });
}

/** One that we may take up again. */
export function isAtRest(run: StoredRun): boolean {
  return restPhase(run.record) !== null && verdictOf(run).kind === 'resting';
}

/** For a run at rest whose time is over, or for which a request is stored; otherwise `null`. */
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

/**
 * Who is at work on a run, asked of the system. Built-ins only: supervisors use it.
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
