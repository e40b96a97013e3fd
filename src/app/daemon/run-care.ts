/** Runs that nobody is at work on get a supervisor: theirs died, or never came up, or the time of their rest is over. */
import type { RunId } from '../../domain/ids.ts';
import type { ProcessIdentity } from '../../domain/run.ts';
import type { Clock } from '../../platform/clock.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { endOfRestOf } from '../../runtime/live-runs.ts';
import type { StoredRun } from '../../store/ports.ts';
import type { RunLook } from './run-book.ts';

/** A supervisor that was sent has claimed its run by then, or it will not. */
const SENT_MS = 30_000;

export interface RunCareParts {
  readonly clock: Clock;
  /** Sends a supervisor. Two for one run do no harm: the second goes away. */
  readonly send: (run: RunId) => void;
}

/** Gives the runs that one was sent to. Call it after each look. */
export function runCare({
  clock,
  send,
}: RunCareParts): (
  look: Pick<RunLook, 'unfinished' | 'orphaned' | 'resting'>,
) => readonly StoredRun[] {
  const self = ownIdentity();
  const sentAt = new Map<RunId, number>();
  return ({ unfinished, orphaned, resting }) => {
    const now = clock.monotonic();
    const open = new Set(unfinished.map(({ spec }) => spec.id));
    for (const id of sentAt.keys()) if (!open.has(id)) sentAt.delete(id);
    // While we live we vouch for the runs that we admitted, so that nobody else finds them lost.
    const silent = unfinished.filter((run) => run.record === null && isSame(run, self));
    for (const { spec } of silent) if (!sentAt.has(spec.id)) sentAt.set(spec.id, now);
    const rested = resting.filter((run) => endOfRestOf(run, clock.now()) !== null);
    // Of one that rests again later, another supervisor is sent at once.
    for (const run of resting) if (!rested.includes(run)) sentAt.delete(run.spec.id);
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

function isSame({ spec }: StoredRun, self: ProcessIdentity): boolean {
  const { pid, startTime, bootId } = spec.admittedBy;
  return pid === self.pid && startTime === self.startTime && bootId === self.bootId;
}
