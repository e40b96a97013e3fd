/**
 * Notices a request to stop the run: a `cancel.json` in its folder (works without a daemon, and is still there
 * after a crash), checked every second and immediately on SIGUSR2; or SIGTERM to the supervisor.
 * A request to stop may be followed by a request to stop at once.
 */
import type { Clock } from '../../platform/clock.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import { onSignals } from '../../platform/terminal.ts';
import { isLeaseOver, readLease } from '../../store/run-folder/lease-file.ts';
import type { RunId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';

const LOOK_EVERY_MS = 1_000;

export interface CancelWatch {
  /** Resolves once with the reason; stays pending when no stop is requested. */
  readonly cancelled: Promise<string>;
  /** Resolves when the wish is to stop at once, without time to tidy up; after `cancelled`. */
  readonly forced: Promise<void>;
  /** Resolves when nothing of the run may go on, not even what comes after the work; then both others do too. */
  readonly lost: Promise<string>;
  stop(): void;
}

/** @param lease of a run of a fleet; default: none, which is never lost */
export function watchForCancel(
  path: string,
  clock: Clock,
  lease: Pick<LeaseWatch, 'whenLost'> = { whenLost: new Promise(() => undefined) },
): CancelWatch {
  const stopped = new AbortController();
  let wake = new AbortController();
  let told: string | null = null;
  const forget = onSignals({
    SIGUSR2: () => wake.abort(),
    SIGTERM: () => {
      told = 'the supervisor was told to stop';
      wake.abort();
    },
    SIGINT: () => {
      told = 'the supervisor was interrupted';
      wake.abort();
    },
    // The terminal it was started from is closed: none of its business.
    SIGHUP: () => undefined,
  });
  let onCancelled: (reason: string) => void = () => undefined;
  const cancelled = new Promise<string>((resolve) => (onCancelled = resolve));
  const look = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const wish = await readWish(path);
      const reason = told ?? wish?.reason ?? null;
      if (reason !== null) onCancelled(reason);
      if (wish?.atOnce === true) return;
      await clock.sleep(LOOK_EVERY_MS, wake.signal);
      if (wake.signal.aborted) wake = new AbortController();
    }
    // The watch is stopped: `forced` stays pending.
    await new Promise<never>(() => undefined);
  };
  const { whenLost } = lease;
  void whenLost.then((reason) => onCancelled(reason));
  return {
    cancelled,
    forced: Promise.race([look(), whenLost.then(() => undefined)]),
    lost: whenLost,
    stop: () => {
      stopped.abort();
      wake.abort();
      forget();
    },
  };
}

interface Wish {
  readonly reason: string;
  readonly atOnce: boolean;
}

async function readWish(path: string): Promise<Wish | null> {
  // A disk that cannot be read now may be read in a second.
  const text = await readTextIfThere(path).catch(() => null);
  if (text === null) return null;
  const value = tryParseJson(text);
  const reason = isRecord(value) ? value['reason'] : null;
  return {
    reason: typeof reason === 'string' && reason !== '' ? oneLine(reason) : 'cancelled',
    atOnce: isRecord(value) && value['how'] === 'terminate',
  };
}

// Of a run that the worker of a fleet started: whether it may go on. Its lease is renewed in a file; when nobody did for as
// long as the file says, or the worker is gone and no other came, another machine may begin the run soon: then this one ends.
// Measured by clocks that nobody sets.

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
