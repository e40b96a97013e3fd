/**
 * Of a run that the worker of a fleet started: whether it may go on. Its lease is renewed in a file; when nobody did for as
 * long as the file says, or the worker is gone and no other came, another machine may begin the run soon: then this one ends.
 * Measured by clocks that nobody sets.
 */
import type { Clock } from '../../platform/clock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import { isLeaseOver, readLease } from '../../store/run-folder/lease-file.ts';
import type { RunId } from '../../words/ids.ts';

const LOOK_EVERY_MS = 1_000;
/** A worker that is started again, by a service or a person, is there by then. */
const WORKER_GONE_MS = 10_000;

export interface LeaseWatch {
  /** Why the run is to end; `null`: it may go on. */
  lost(): string | null;
  /** Resolves with that reason. Pending for ever where there is no lease. */
  readonly whenLost: Promise<string>;
  stop(): void;
}

interface WatchedRun {
  readonly stateDir: string;
  readonly run: RunId;
  /** As its spec says; runs that an older Roundsman began say nothing. */
  readonly leased: boolean;
}

/** Has looked once when it resolves. */
export async function watchLease(
  { stateDir, run, leased }: WatchedRun,
  clock: Clock,
): Promise<LeaseWatch> {
  const stopped = new AbortController();
  let reason: string | null = null;
  let onLost: (why: string) => void = () => undefined;
  const whenLost = new Promise<string>((resolve) => (onLost = resolve));
  const watch = { lost: () => reason, whenLost, stop: () => stopped.abort() };
  // The file of a run that asks for one may be gone with the power of the machine.
  if (!leased && (await readLease(stateDir, run)) === null) return watch;
  const self = ownIdentity();
  let goneSince: number | null = null;
  const look = async (): Promise<void> => {
    // A disk that cannot be read now may be read in a second; what it says then counts.
    const lease = await readLease(stateDir, run).catch(() => undefined);
    if (lease === undefined) return;
    if (lease === null || isLeaseOver(lease, self)) {
      reason = 'its worker lost its lease: no answer from the database in time';
      return;
    }
    const now = clock.monotonic();
    goneSince = isAlive(lease.worker) ? null : (goneSince ?? now);
    if (goneSince !== null && now - goneSince > WORKER_GONE_MS)
      reason = `its worker, process ${lease.worker.pid}, is gone`;
  };
  const keepLooking = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (reason !== null) return onLost(reason);
      await clock.sleep(LOOK_EVERY_MS, stopped.signal);
      if (!stopped.signal.aborted) await look();
    }
  };
  await look();
  void keepLooking();
  return watch;
}
