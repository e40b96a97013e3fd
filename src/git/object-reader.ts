/** Contents of blobs, one asked after the other, by one process that stays. */
import { Buffer } from 'node:buffer';

import { startProcess, type StartedProcess } from '../platform/start-process.ts';
import { AppError } from '../words/errors.ts';
import { SAFE_CONFIG, type GitContext } from './run-git.ts';

export interface ReadBlob {
  readonly blob: string;
  readonly content: Buffer;
}

export interface ObjectReader {
  /** `name`: a blob, or `COMMIT:PATH`. `null`: not there, no blob, or a name with a line break. */
  read(name: string): Promise<ReadBlob | null>;
  close(): void;
}

interface Asked {
  readonly resolve: (found: ReadBlob | null) => void;
  readonly reject: (error: AppError) => void;
}

/** To be closed by the caller. A partial clone that cannot fetch a blob ends git: it answers `null`, and git is started again. */
export function openObjectReader(context: GitContext): ObjectReader {
  const asked: Asked[] = [];
  let running: StartedProcess | null = null;
  const isCancelled = (): boolean => context.signal?.aborted === true;
  const over = (started: StartedProcess): void => {
    if (running !== started) return;
    running = null;
    for (const { resolve, reject } of asked.splice(0)) {
      if (isCancelled()) reject(cancelled(context.cwd));
      else resolve(null);
    }
  };
  const start = (): StartedProcess => {
    const started = startReader(context);
    started.stdout?.on(
      'data',
      answerReader((found) => asked.shift()?.resolve(found)),
    );
    void started.ended.then(() => over(started));
    return started;
  };
  const stop = (): void => running?.kill('SIGKILL');
  context.signal?.addEventListener('abort', stop, { once: true });
  return {
    read: (name) =>
      // A name with a line break would be two questions.
      /[\n\r\0]/.test(name)
        ? Promise.resolve(null)
        : new Promise((resolve, reject) => {
            if (isCancelled()) {
              reject(cancelled(context.cwd));
              return;
            }
            running ??= start();
            asked.push({ resolve, reject });
            running.stdin?.write(`${name}\n`);
          }),
    close: () => {
      context.signal?.removeEventListener('abort', stop);
      stop();
    },
  };
}

function startReader(context: GitContext): StartedProcess {
  return startProcess({
    argv: ['git', ...SAFE_CONFIG.flatMap((one) => ['-c', one]), 'cat-file', '--batch'],
    cwd: context.cwd,
    env: context.env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    ownSession: false,
  });
}

/** Takes pieces of `ID TYPE SIZE`, content, line end, and of lines that say that there is no such object. */
function answerReader(take: (found: ReadBlob | null) => void): (piece: Buffer) => void {
  let held: Buffer[] = [];
  let bytes = 0;
  let open: { readonly id: string; readonly type: string; readonly size: number } | null = null;
  return (piece) => {
    held.push(piece);
    bytes += piece.length;
    if (open !== null && bytes < open.size + 1) return;
    let rest = held.length > 1 ? Buffer.concat(held) : piece;
    while (rest.length > 0) {
      if (open === null) {
        const end = rest.indexOf(10);
        if (end === -1) break;
        const header = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(rest.toString('latin1', 0, end));
        rest = rest.subarray(end + 1);
        const [, id = '', type = '', size = ''] = header ?? [];
        if (header === null) take(null);
        else open = { id, type, size: Number(size) };
        continue;
      }
      if (rest.length < open.size + 1) break;
      // A copy: a part would keep the whole piece in memory.
      const content = open.type === 'blob' ? Buffer.from(rest.subarray(0, open.size)) : null;
      take(content === null ? null : { blob: open.id, content });
      rest = rest.subarray(open.size + 1);
      open = null;
    }
    held = rest.length > 0 ? [rest] : [];
    bytes = rest.length;
  };
}

function cancelled(cwd: string): AppError {
  return new AppError('failed', {
    code: 'git-failed',
    message: `git cat-file in ${cwd} failed: cancelled`,
    hint: '',
  });
}
