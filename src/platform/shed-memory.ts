/** For a process that waits, maybe for hours, and did its work in a short time before. */

/** Of the flags of Node: without it `shedMemory` does nothing. */
export const CAN_SHED_MEMORY = '--expose-gc';

/** Gives the memory that the start took back to the system: a full collection that leaves no room ahead. Some 20 ms of CPU. */
export function shedMemory(): void {
  const full = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
  globalThis.gc?.(full);
}
