/**
 * A process whose pipes pass from the one that started it to another, so that both can be started at once and need
 * not wait for each other. Built-ins only: supervisors use it.
 */
import { Socket } from 'node:net';

import type { ProcessIdentity } from '../words/run-spec.ts';
import { identifyProcess, signalProcess } from './process-identity.ts';
import {
  startProcess,
  type ProcessEnd,
  type StartedProcess,
  type StartRequest,
} from './start-process.ts';

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
