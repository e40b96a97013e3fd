/** A clock that stands still until it is moved; a sleep ends at once and moves it. */
import type { Clock } from '../../src/platform/clock.ts';

export interface StillClock extends Clock {
  move(ms: number): void;
}

export function stillClock(start = '2026-11-21T09:00:00.000Z'): StillClock {
  let now = Date.parse(start);
  const move = (ms: number): void => {
    now += ms;
  };
  return {
    now: () => new Date(now),
    monotonic: () => now,
    sleep: (ms) => {
      move(ms);
      return Promise.resolve();
    },
    move,
  };
}
