/** Locks across the processes of this machine: one file each, which names its holder. */
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import type { Exclusively } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import type { Locks } from '../stores.ts';

/** Writing takes milliseconds; if the wait is longer than this, the holder hangs. */
const WAIT_MS = 10_000;
/** A tracker may have limits waited out in between. */
const TRACKER_WAIT_MS = 10 * 60_000;

export function fileLocks(stateDir: string, clock: Clock): Locks {
  const paths = workspacePaths(stateDir);
  const lock =
    (path: string, waitMs: number): Exclusively =>
    async (work) => {
      await makeFolder(stateDir, 0o700);
      return withLock({ path, clock, waitMs }, work);
    };
  return {
    admission: lock(paths.admissionLock, WAIT_MS),
    ledger: lock(paths.ledgerLock, WAIT_MS),
    messages: lock(paths.messageLock, WAIT_MS),
    tracker: lock(paths.trackerLock, TRACKER_WAIT_MS),
    usage: lock(paths.usageLock, WAIT_MS),
  };
}
