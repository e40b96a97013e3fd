/** Two connections as one: bytes both ways, each direction ends by itself, and a broken one takes the other along. */
import type { Duplex } from 'node:stream';

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
