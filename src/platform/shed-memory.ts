/** For a process that waits, maybe for hours, and did its work in a short time before. */
import { versions } from 'node:process';

/** Of the flags of Node: without it `shedMemory` does nothing. */
export const CAN_SHED_MEMORY = '--expose-gc';

/** The first Node whose collection takes such words; an older one takes any for a wish for a small collection. */
const WORDED_SINCE = 24;

/** Gives the memory that the start took back to the system: a full collection that leaves no room ahead. Some 20 ms of CPU. */
export function shedMemory(): void {
  if (Number.parseInt(versions.node, 10) < WORDED_SINCE) globalThis.gc?.();
  else globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
