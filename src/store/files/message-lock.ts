/** One maker and mover of messages at a time, across processes; sending itself is outside of it. */
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import type { Exclusively } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';

const WAIT_MS = 10_000;

export function messageLock(stateDir: string, clock: Clock): Exclusively {
  const lock = { path: workspacePaths(stateDir).messageLock, clock, waitMs: WAIT_MS };
  return async (work) => {
    await makeFolder(stateDir, 0o700);
    return withLock(lock, work);
  };
}
