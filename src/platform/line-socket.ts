/** Questions and answers of one line each over a unix socket. */
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';

import { systemErrorCode } from './system-error.ts';

const MAX_LINE = 64_000;
/** Of an answer: a status with many problems in it. */
const MAX_ANSWER = 8_000_000;
const SILENT_MS = 10_000;

export interface LineServer {
  close(): Promise<void>;
}

/**
 * Takes the path whatever lies there: the caller holds the lock that goes with it. `answer` gets one line, gives one
 * line, and never throws.
 */
export async function serveLines(
  path: string,
  answer: (line: string) => Promise<string>,
): Promise<LineServer> {
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.setTimeout(SILENT_MS, () => socket.destroy());
    readOneLine(socket, MAX_LINE).then(
      async (line) => (line === null ? socket.destroy() : socket.end(`${await answer(line)}\n`)),
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A client still gets its answer if `end` was called for it; all others are cut off.
        for (const socket of open) if (!socket.writableEnded) socket.destroy();
      }),
  };
}

export type LineAnswer =
  | { readonly kind: 'answer'; readonly line: string }
  /** The socket does not exist, or no process listens on it. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent' };

/** Never rejects. */
export function askLine(path: string, line: string, waitMs: number): Promise<LineAnswer> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (answer: LineAnswer): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(waitMs, () => settle({ kind: 'silent' }));
    socket.once('error', (error) => {
      const code = systemErrorCode(error);
      settle({ kind: code === 'ENOENT' || code === 'ECONNREFUSED' ? 'nobody' : 'silent' });
    });
    socket.once('connect', () => socket.write(`${line}\n`));
    void readOneLine(socket, MAX_ANSWER).then((got) =>
      settle(got === null ? { kind: 'silent' } : { kind: 'answer', line: got }),
    );
  });
}

/** `null` when the other end went away before a whole line came, or sent more than `max`. */
function readOneLine(socket: Socket, max: number): Promise<string | null> {
  return new Promise((resolve) => {
    const decoder = new TextDecoder();
    const parts: string[] = [];
    let length = 0;
    socket.on('data', (chunk) => {
      const text = decoder.decode(chunk, { stream: true });
      const end = text.indexOf('\n');
      parts.push(end === -1 ? text : text.slice(0, end));
      length += text.length;
      if (length > max) resolve(null);
      else if (end !== -1) resolve(parts.join(''));
    });
    socket.once('close', () => resolve(null));
  });
}
