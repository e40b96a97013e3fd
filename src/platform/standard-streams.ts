/** stdin and stdout of this process as one end of a connection. */
import type { Duplex, Readable, Writable } from 'node:stream';

/** Resolves when the connection is closed. What comes on stdin goes there, what comes from there to stdout. */
export function joinStandardStreams(connection: Duplex): Promise<void> {
  return new Promise((resolve) => {
    connection.once('close', () => resolve());
    // Nobody answers any more: who waits at stdin's other end is to hear of it.
    connection.once('end', () => connection.end());
    // Whoever read from us has gone.
    process.stdout.on('error', () => connection.destroy());
    process.stdin.pipe(connection);
    connection.pipe(process.stdout);
  });
}

/** Those of this process, for whoever speaks a protocol over them. */
export function standardStreams(): { readonly input: Readable; readonly output: Writable } {
  return { input: process.stdin, output: process.stdout };
}
