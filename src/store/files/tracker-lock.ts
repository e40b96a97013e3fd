/** One tracker client at a time, across processes: no other comes between the search for an issue and its creation. */
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import type { Exclusively } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';

/** A tracker may have limits waited out in between. */
const WAIT_MS = 10 * 60_000;

export function trackerLock(stateDir: string, clock: Clock): Exclusively {
  const lock = { path: workspacePaths(stateDir).trackerLock, clock, waitMs: WAIT_MS };
  return async (work) => {
    await makeFolder(stateDir, 0o700);
    return withLock(lock, work);
  };
}
