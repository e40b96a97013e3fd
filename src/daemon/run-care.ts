/** Sends a supervisor to each run without one: its supervisor died or never started, or the run's rest is over. */
import type { Clock } from '../platform/clock.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { endOfRestOf, liveRunsOf } from '../runtime/live-runs.ts';
import { decideAdmission, isAtWork, type LiveRun } from '../scheduler/admission.ts';
import type { StoredRun } from '../store/ports.ts';
import type { RunId } from '../words/ids.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import type { RunLook } from './run-book.ts';

/** A supervisor that was sent has claimed its run by then, or it will not. */
const SENT_MS = 30_000;

interface RunCareParts {
  readonly clock: Clock;
  /** Sends a supervisor. Two for one run do no harm: the second goes away. */
  readonly send: (run: RunId) => void;
  /** Runs that may be at work at once. */
  readonly maxRunning: () => number;
}

/** Gives the runs that one was sent to. Call it after each look. */
export function runCare({
  clock,
  send,
  maxRunning,
}: RunCareParts): (
  look: Pick<RunLook, 'unfinished' | 'orphaned' | 'resting'>,
) => readonly StoredRun[] {
  const self = ownIdentity();
  const sentAt = new Map<RunId, number>();
  return ({ unfinished, orphaned, resting }) => {
    const now = clock.monotonic();
    const open = new Set(unfinished.map(({ spec }) => spec.id));
    for (const id of sentAt.keys()) if (!open.has(id)) sentAt.delete(id);
    // While this process lives it vouches for the runs that it admitted, so that no other process treats them as lost.
    const silent = unfinished.filter((run) => run.record === null && isSame(run, self));
    for (const { spec } of silent) if (!sentAt.has(spec.id)) sentAt.set(spec.id, now);
    const due = resting.filter((run) => endOfRestOf(run, clock.now()) !== null);
    // Of one that rests again later, another supervisor is sent at once.
    for (const run of resting) if (!due.includes(run)) sentAt.delete(run.spec.id);
    const isOnItsWay = ({ spec }: StoredRun): boolean => sentAt.has(spec.id);
    const rested = withPlace(due, { unfinished, isOnItsWay, maxRunning: maxRunning() });
    const wanting = [...orphaned, ...silent, ...rested].filter(
      ({ spec }) => now - (sentAt.get(spec.id) ?? -Infinity) >= SENT_MS,
    );
    for (const { spec } of wanting) {
      sentAt.set(spec.id, now);
      send(spec.id);
    }
    return wanting;
  };
}

interface Places {
  readonly unfinished: readonly StoredRun[];
  /** At rest by its record, and a supervisor was sent. */
  readonly isOnItsWay: (run: StoredRun) => boolean;
  readonly maxRunning: number;
}

/**
 * Many runs may have waited for one reset: they go on by the rules of a start, those first that were admitted first. What
 * a person wants waits for no place, and neither does what only ends.
 */
function withPlace(
  due: readonly StoredRun[],
  { unfinished, isOnItsWay, maxRunning }: Places,
): readonly StoredRun[] {
  const live = liveRunsOf(unfinished).filter(isAtWork);
  const atWork = [...live, ...due.filter(isOnItsWay).map(asLive)];
  const hasPlace = (run: StoredRun): boolean => {
    if (isOnItsWay(run) || (run.wish ?? null) !== null) return true;
    const { id: routine, policy } = run.spec.routine;
    // Runs of its own routine are in each other's way when they begin only.
    const candidate = { routine, policy: { ...policy, overlap: 'allow-all' } as const };
    return atWork.length < maxRunning && decideAdmission(candidate, atWork).kind === 'admit';
  };
  return due
    .toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : 1))
    .filter((run) => {
      const goesOn = hasPlace(run);
      if (goesOn && !isOnItsWay(run)) atWork.push(asLive(run));
      return goesOn;
    });
}

function asLive({ spec: { id, routine } }: StoredRun): LiveRun {
  return { id, routine: routine.id, policy: routine.policy };
}

function isSame({ spec }: StoredRun, self: ProcessIdentity): boolean {
  const { pid, startTime, bootId } = spec.admittedBy;
  return pid === self.pid && startTime === self.startTime && bootId === self.bootId;
}
