/** One writer of findings, items and proposals at a time, across processes. */
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import type { Exclusively } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';

/** Writing takes milliseconds; if the wait is longer than this, the holder hangs. */
const WAIT_MS = 10_000;

export function ledgerLock(stateDir: string, clock: Clock): Exclusively {
  const lock = { path: workspacePaths(stateDir).ledgerLock, clock, waitMs: WAIT_MS };
  return async (work) => {
    await makeFolder(stateDir, 0o700);
    return withLock(lock, work);
  };
}
