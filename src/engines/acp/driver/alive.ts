import type { Clock } from '../../../platform/clock.ts';
import type { DriverEvent } from '../event-line.ts';

const EVERY_MS = 5_000;

/** A sign of life now and then, while there is nothing to tell: whoever waits would take silence for a hang. */
export function throttleAlive(clock: Clock): () => readonly DriverEvent[] {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    if (now - last < EVERY_MS) return [];
    last = now;
    return [{ kind: 'alive' }];
  };
}
