/**
 * Starting a program that outlives the call: agents, supervisors, workers. Built-ins only.
 * No shell; the environment is exactly what is given.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Stream, Writable } from 'node:stream';

import type { ProcessIdentity } from '../words/run-spec.ts';
import { furtherDescriptors, type FurtherDescriptors } from './inherited-descriptors.ts';
import { identifyProcess, signalProcess } from './process-identity.ts';

export interface StartRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A file to read from, `pipe`, or `empty`. */
  readonly stdin: { readonly file: string } | 'pipe' | 'empty';
  readonly stdout: 'pipe' | 'ignore';
  /** A file is appended to. */
  readonly stderr: 'pipe' | 'ignore' | 'inherit' | { readonly file: string };
  /** In a session of its own: no signal of the terminal or of our group reaches it. */
  readonly ownSession: boolean;
  /** Pipes of another process, for the new one to take over (`adoptProcess`): its descriptors 3, 4 and 5. */
  readonly handedPipes?: readonly Stream[];
  /** Files that it has open to read, as the descriptors after these: from 3 on where there are no pipes. */
  readonly handedFiles?: readonly string[];
}

export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not be started; then the others are `null`. */
  readonly startError: string | null;
}

export interface StartedProcess {
  /** `null` when it could not be started. */
  readonly pid: number | null;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** When the process itself is gone; its pipes may be held open by what it left behind. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  kill(signal: NodeJS.Signals): void;
  /** Lets this process end while the other continues. */
  release(): void;
}

export function startProcess(request: StartRequest): StartedProcess {
  const [file = '', ...args] = request.argv;
  const input = typeof request.stdin === 'object' ? openSync(request.stdin.file, 'r') : null;
  const stdin = request.stdin === 'pipe' ? 'pipe' : (input ?? 'ignore');
  const errors = typeof request.stderr === 'object' ? openSync(request.stderr.file, 'a') : null;
  const stderr = typeof request.stderr === 'object' ? (errors ?? 'ignore') : request.stderr;
  const pipes = request.handedPipes ?? [];
  let further: FurtherDescriptors | null = null;
  let child: ChildProcess;
  try {
    further = furtherDescriptors(request.handedFiles ?? [], 3 + pipes.length);
    child = spawn(file, args, {
      cwd: request.cwd,
      env: { ...request.env },
      detached: request.ownSession,
      stdio: [stdin, request.stdout, stderr, ...pipes, ...further.stdio],
      windowsHide: true,
    });
  } catch (thrown) {
    // An argument with a NUL byte, or one longer than the system takes; a file to be handed on that is not there.
    return neverStarted(thrown instanceof Error ? thrown.message : String(thrown));
  } finally {
    if (input !== null) closeSync(input);
    if (errors !== null) closeSync(errors);
    further?.close();
  }
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) =>
      resolve({ exitCode: null, signal: null, startError: startErrorText(error, file) }),
    );
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, startError: null }));
  });
  // A reader that went away is the reader's business; without a listener it would end this process.
  child.stdin?.on('error', () => undefined);
  return {
    pid: child.pid ?? null,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    kill: (signal) => void child.kill(signal),
    release: () => child.unref(),
  };
}

function startErrorText(error: NodeJS.ErrnoException, file: string): string {
  if (error.code === 'ENOENT') return `there is no program ${file}`;
  if (error.code === 'EACCES') return `${file} is not executable`;
  return error.message;
}

function neverStarted(startError: string): StartedProcess {
  return {
    pid: null,
    stdin: null,
    stdout: null,
    stderr: null,
    ended: Promise.resolve({ exitCode: null, signal: null, startError }),
    kill: () => undefined,
    release: () => undefined,
  };
}

// A process whose pipes pass from the one that started it to another, so that both can be started at once and need
// not wait for each other. Built-ins only: supervisors use it.

/**
 * Starts `heir` as the one that `process` belongs to from now on; the heir learns of it by `argvOf(identity)`. What is
 * left here of the process is its pid. When the heir does not come up, the process sees the end of its stdin.
 */
export function handOver(
  process: StartedProcess,
  heir: Omit<StartRequest, 'argv' | 'handedPipes'>,
  argvOf: (identity: ProcessIdentity | null) => readonly string[],
): StartedProcess {
  const pipes = [process.stdin, process.stdout, process.stderr].filter((pipe) => pipe !== null);
  const identity = process.pid === null ? null : identifyProcess(process.pid);
  const handed = identity !== null && pipes.length === 3;
  const started = startProcess({
    ...heir,
    argv: argvOf(handed ? identity : null),
    ...(handed ? { handedPipes: pipes } : {}),
  });
  for (const pipe of pipes) pipe.destroy();
  process.release();
  return started;
}

/** The heir's side. How the process ended is its former parent's to know: only that it did is seen here. */
export function adoptProcess(identity: ProcessIdentity): StartedProcess {
  const stdin = new Socket({ fd: 3, readable: false, writable: true });
  const stdout = new Socket({ fd: 4, readable: true, writable: false });
  const stderr = new Socket({ fd: 5, readable: true, writable: false });
  for (const pipe of [stdin, stdout, stderr]) pipe.on('error', () => undefined);
  const ended = new Promise<ProcessEnd>((resolve) => {
    stdout.once('close', () => resolve({ exitCode: null, signal: null, startError: null }));
  });
  return {
    pid: identity.pid,
    stdin,
    stdout,
    stderr,
    ended,
    kill: (signal) => void signalProcess(identity, signal),
    release: () => undefined,
  };
}
