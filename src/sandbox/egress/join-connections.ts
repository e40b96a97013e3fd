/** Two connections as one: bytes both ways, each direction ends by itself, and a broken one takes the other along. */
import type { Duplex } from 'node:stream';

import type { Clock } from '../../platform/clock.ts';

/** @param onBytes called for whatever passes, in either direction */
export function joinConnections(a: Duplex, b: Duplex, onBytes: () => void): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.on('data', onBytes);
    from.pipe(to);
    closeWith(from, to);
  }
}

/** When `first` is gone, `other` follows, as soon as it has sent what it was given. */
export function closeWith(first: Duplex, other: Duplex): void {
  first.once('close', () => {
    if (!first.readableEnded || other.writableFinished) other.destroy();
    else {
      other.once('finish', () => other.destroy());
      other.end();
    }
  });
}

// Ends connections on which nothing happened for too long. One timer for all, and none while there are none.
const LOOK_EVERY_MS = 1_000;

export interface Deadlines {
  /** Destroys the connection when `ms` have passed; each call counts again. */
  set(connection: Duplex, ms: number): void;
  close(): void;
}

export function watchDeadlines(clock: Clock): Deadlines {
  const ends = new Map<Duplex, number>();
  const stop = new AbortController();
  let looking = false;
  const look = async (): Promise<void> => {
    looking = true;
    while (ends.size > 0 && !stop.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stop.signal);
      const now = clock.monotonic();
      for (const [connection, end] of ends) if (end <= now) connection.destroy();
    }
    looking = false;
  };
  return {
    set: (connection, ms) => {
      if (connection.destroyed) return;
      if (!ends.has(connection)) connection.once('close', () => ends.delete(connection));
      ends.set(connection, clock.monotonic() + ms);
      if (!looking) void look();
    },
    close: () => stop.abort(),
  };
}
