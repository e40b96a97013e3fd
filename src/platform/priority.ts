/** Letting everybody else go first. */
import { constants, setPriority } from 'node:os';

import type { Environment } from './environment.ts';
import { findOnPath } from './find-program.ts';

/** This process gets the processor only when no other process wants it. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A system that does not let us be modest.
  }
}

/** Arguments to put before an argv, giving it the disk only while the disk is idle; empty without `ionice`. */
export async function idleDisk(env: Environment): Promise<readonly string[]> {
  const found = await findOnPath('ionice', env);
  return found.kind === 'found' ? [found.path, '-c', '3'] : [];
}
