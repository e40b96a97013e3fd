/** A clock in the hands of a test: time passes when it is told to, and the wall clock can be set apart from it. */
import type { Clock } from '../../src/platform/clock.ts';

export interface FakeClock extends Clock {
  /** Time passes: sleeps end in their order, and what they wake runs until it sleeps again. */
  pass(ms: number): Promise<void>;
  /** The wall clock is set, or the machine slept: no timer notices. */
  set(ms: number): void;
  /** When something sleeps that was not asleep at the last call. */
  untilAsleep(): Promise<void>;
  /** How long each sleep was to be, in order. */
  readonly sleeps: readonly number[];
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function fakeClock(start = '2026-11-21T09:00:00.000Z'): FakeClock {
  let wall = Date.parse(start);
  let monotonic = 0;
  const sleepers = new Set<Sleeper>();
  const sleeps: number[] = [];
  let onSleep: (() => void) | null = null;
  let fresh = false;
  const untilAsleep = async (): Promise<void> => {
    if (!fresh) {
      await new Promise<void>((resolve) => {
        onSleep = resolve;
      });
    }
    fresh = false;
  };
  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      sleeps.push(ms);
      const sleeper: Sleeper = {
        at: monotonic + ms,
        wake: () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', sleeper.wake);
          resolve();
        },
      };
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
      fresh = true;
      onSleep?.();
      onSleep = null;
    });
  const pass = async (ms: number): Promise<void> => {
    const end = monotonic + ms;
    for (;;) {
      const [next] = [...sleepers].toSorted((a, b) => a.at - b.at);
      if (next === undefined || next.at > end) break;
      const step = Math.max(0, next.at - monotonic);
      monotonic += step;
      wall += step;
      fresh = false;
      next.wake();
      await untilAsleep();
    }
    wall += end - monotonic;
    monotonic = end;
  };
  return {
    now: () => new Date(wall),
    monotonic: () => monotonic,
    sleep,
    pass,
    set: (ms) => {
      wall += ms;
    },
    untilAsleep,
    sleeps,
  };
}
