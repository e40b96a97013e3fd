/**
 * Runs a program to its end and reads its output as it arrives, so that no caller has to hold all of it. The program has a
 * session of its own: when the caller stops it, everything that it started is ended with it. Built-ins only.
 */
import { Buffer } from 'node:buffer';

import { startProcess, type ProcessEnd, type StartRequest } from './start-process.ts';

export interface StreamedRequest extends Pick<
  StartRequest,
  'argv' | 'cwd' | 'env' | 'handedFiles'
> {
  readonly stdin?: string | Uint8Array;
  /** Each piece of stdout; false: that is enough, and the program is ended. */
  take(piece: Buffer): boolean;
  readonly signal?: AbortSignal;
}

export interface StreamedEnd extends ProcessEnd {
  /** `take` had enough. */
  readonly stopped: boolean;
  readonly cancelled: boolean;
  /** The last of it. */
  readonly stderr: string;
}

const STDERR_BYTES = 10_000;

export async function runStreamed(request: StreamedRequest): Promise<StreamedEnd> {
  if (request.signal?.aborted === true) return neverStarted();
  const { argv, cwd, env, handedFiles = [], signal } = request;
  const running = startProcess({
    argv,
    cwd,
    env,
    handedFiles,
    stdin: request.stdin === undefined ? 'empty' : 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
  let stopped = false;
  let cancelled = false;
  const cancel = (): void => {
    cancelled = true;
    endSession(running.pid);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  let stderr = Buffer.alloc(0);
  running.stdout?.on('data', (piece: Buffer) => {
    if (stopped || request.take(piece)) return;
    stopped = true;
    endSession(running.pid);
  });
  running.stderr?.on('data', (piece: Buffer) => {
    stderr = Buffer.concat([stderr, piece]).subarray(-STDERR_BYTES);
  });
  const closed = Promise.all([running.stdout, running.stderr].map(closing));
  running.stdin?.end(request.stdin);
  const end = await running.ended;
  // What it left behind would hold the pipes open.
  endSession(running.pid);
  if (running.pid !== null) await closed;
  signal?.removeEventListener('abort', cancel);
  return { ...end, stopped, cancelled, stderr: stderr.toString('utf8') };
}

function closing(stream: NodeJS.ReadableStream | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null) {
      resolve();
      return;
    }
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
  });
}

/** Its process group; bubblewrap, when that is the program, takes all inside along. */
function endSession(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}

function neverStarted(): StreamedEnd {
  const nothing = { exitCode: null, signal: null, startError: null, stderr: '' };
  return { ...nothing, stopped: false, cancelled: true };
}
