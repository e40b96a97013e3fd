/** Time as an argument. `now` is wall time, `monotonic` never goes back and counts milliseconds. */
import { hrtime } from 'node:process';

export interface Clock {
  now(): Date;
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  // `performance` would load ten modules of Node into every process, half a megabyte in each supervisor that waits.
  monotonic: () => Number(hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
      signal?.addEventListener('abort', done, { once: true });
    }),
};
