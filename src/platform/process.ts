/**
 * Running a program to its end: set-up commands, checks, `command` collectors, git verbs that need stdin.
 * Failures are facts on the result; nothing throws but a fault of ours. No shell, ever: argv only.
 */
import { Buffer as NodeBuffer, Buffer } from 'node:buffer';

import type * as Execa from 'execa';

import { furtherDescriptors, type FurtherDescriptors } from './inherited-descriptors.ts';
import { startProcess, type ProcessEnd, type StartRequest } from './start-process.ts';

export interface ProcessRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Kept of stdout and of stderr, each; what comes after is read and counted, not kept. Default 10 MB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Files that it has open to read, as its descriptors 3 and up. */
  readonly handedFiles?: readonly string[];
}

export interface ProcessResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** True when `maxBytes` was passed: the process was ended, the output is its beginning. */
  readonly tooMuchOutput: boolean;
  /** The program was not found or could not be started: why. */
  readonly startError: string | null;
  readonly durationMs: number;
}

export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const execa = await loadExeca();
  const [file, ...args] = request.argv;
  const further = openFurther(request.handedFiles ?? []);
  if (further.kind === 'failed') return notStarted(further.reason);
  const { stdio, close } = further.descriptors;
  const started = () =>
    execa(file, args, {
      cwd: request.cwd,
      env: request.env,
      extendEnv: false,
      reject: false,
      encoding: 'buffer',
      stripFinalNewline: false,
      maxBuffer: request.maxBytes ?? 10_000_000,
      forceKillAfterDelay: 5_000,
      windowsHide: true,
      stdio: [
        request.stdin === undefined ? 'ignore' : 'pipe',
        'pipe',
        'pipe',
        ...stdio.filter(isDescriptorOfExeca),
      ],
      ...(request.stdin === undefined ? {} : { input: request.stdin }),
      ...(request.timeoutMs === undefined ? {} : { timeout: request.timeoutMs }),
      ...(request.signal === undefined ? {} : { cancelSignal: request.signal }),
    });
  const result = await closingAfter(close, started);
  return {
    exitCode: result.exitCode ?? null,
    signal: result.signal ?? null,
    stdout: bufferOf(result.stdout),
    stderr: bufferOf(result.stderr).toString('utf8'),
    timedOut: result.timedOut,
    cancelled: result.isCanceled,
    tooMuchOutput: result.isMaxBuffer,
    startError:
      result.exitCode === undefined && result.signal === undefined ? startErrorOf(result) : null,
    durationMs: result.durationMs,
  };
}

/** Loaded on first use, or ahead of it by a process that will need it: it is large. */
export async function loadExeca(): Promise<(typeof Execa)['execa']> {
  return (await import('execa')).execa;
}

function openFurther(
  files: readonly string[],
):
  | { readonly kind: 'open'; readonly descriptors: FurtherDescriptors }
  | { readonly kind: 'failed'; readonly reason: string } {
  try {
    return { kind: 'open', descriptors: furtherDescriptors(files, 3) };
  } catch (thrown) {
    return { kind: 'failed', reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Also where it throws at once. */
function closingAfter<Started>(close: () => void, start: () => Started): Started {
  try {
    return start();
  } finally {
    close();
  }
}

/** Any number is taken; the types name those up to 9. */
function isDescriptorOfExeca(value: number | 'ignore'): value is 9 | 'ignore' {
  return value === 'ignore' || value > 2;
}

function notStarted(startError: string): ProcessResult {
  return {
    exitCode: null,
    signal: null,
    stdout: bufferOf(undefined),
    stderr: '',
    timedOut: false,
    cancelled: false,
    tooMuchOutput: false,
    startError,
    durationMs: 0,
  };
}

function startErrorOf(result: {
  readonly code?: string | undefined;
  readonly originalMessage?: string | undefined;
}): string | null {
  if (result.code === undefined) return null;
  return result.code === 'ENOENT' ? 'no such program' : (result.originalMessage ?? result.code);
}

function bufferOf(output: Uint8Array | undefined): Buffer {
  return NodeBuffer.from(output ?? new Uint8Array());
}

// Runs a program to its end and reads its output as it arrives, so that no caller has to hold all of it. The program has a
// session of its own: when the caller stops it, everything that it started is ended with it. Built-ins only.
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
