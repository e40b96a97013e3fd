import type { Duplex, Readable, Writable } from 'node:stream';

// What this process is told on stdin. Built-ins only.

/** What was typed ahead of its question. */
let ahead = '';

/** The next line, without its newline; `null` when stdin ends before one came. Stops reading then. */
export function readLine(): Promise<string | null> {
  const { stdin } = process;
  // A file has neither.
  const handle: { ref?: () => void; unref?: () => void } = stdin;
  return new Promise((resolve) => {
    const finish = (line: string | null): void => {
      stdin.off('data', onData).off('end', onEnd).off('error', onEnd);
      stdin.pause();
      handle.unref?.();
      resolve(line);
    };
    const look = (): void => {
      const end = ahead.indexOf('\n');
      if (end < 0) return;
      const line = ahead.slice(0, end);
      ahead = ahead.slice(end + 1);
      finish(line);
    };
    const onData = (chunk: string): void => {
      ahead += chunk;
      look();
    };
    const onEnd = (): void => finish(null);
    if (stdin.readableEnded) return onEnd();
    stdin.setEncoding('utf8');
    handle.ref?.();
    stdin.on('data', onData).on('end', onEnd).on('error', onEnd);
    stdin.resume();
    look();
  });
}

/** All of it, however many bytes up to `maxBytes`; `null` when there are more. */
export async function readAll(maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream: AsyncIterable<unknown> = process.stdin;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    if (!(bytes instanceof Uint8Array)) continue;
    length += bytes.length;
    if (length > maxBytes) return null;
    chunks.push(bytes);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Each line as it comes, split on `\n` only; ends when stdin does. */
export async function* readLines(): AsyncGenerator<string> {
  process.stdin.setEncoding('utf8');
  let rest = '';
  for await (const chunk of process.stdin) {
    const parts = `${rest}${String(chunk)}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

// stdin and stdout of this process as one end of a connection.

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
