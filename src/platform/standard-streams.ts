/** stdin and stdout of this process as one end of a connection. */
import type { Duplex, Readable, Writable } from 'node:stream';

/** Resolves when the connection is closed. What comes on stdin goes there, what comes from there to stdout. */
export function joinStandardStreams(connection: Duplex): Promise<void> {
  return new Promise((resolve) => {
    connection.once('close', () => resolve());
    // No more answers come: the process at the other end of stdin must learn of it.
    connection.once('end', () => connection.end());
    // The reader of our output is gone.
    process.stdout.on('error', () => connection.destroy());
    process.stdin.pipe(connection);
    connection.pipe(process.stdout);
  });
}

/** The streams of this process, for a protocol that runs over them. */
export function standardStreams(): { readonly input: Readable; readonly output: Writable } {
  return { input: process.stdin, output: process.stdout };
}
