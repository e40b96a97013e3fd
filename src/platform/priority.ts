/** Letting everybody else go first. */
import { constants, setPriority } from 'node:os';

import type { Environment } from './environment.ts';
import { findOnPath } from './find-program.ts';

/** This process gets the processor when nobody else wants it. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A system that does not let us be modest.
  }
}

/** Words before an argv that give it the disk only while nobody else wants that; none where there is no such program. */
export async function idleDisk(env: Environment): Promise<readonly string[]> {
  const found = await findOnPath('ionice', env);
  return found.kind === 'found' ? [found.path, '-c', '3'] : [];
}
