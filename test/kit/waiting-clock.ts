/** A clock that tells one time for ever, while waiting takes as long as it does: for what waits for others. */
import { systemClock, type Clock } from '../../src/platform/clock.ts';

export function waitingClock(at: string): Clock {
  return { ...systemClock, now: () => new Date(at) };
}
