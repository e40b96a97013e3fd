/** Starting supervisors. They are processes of their own and go on when this one ends. Built-ins only: supervisors use it. */
import { handOver } from '../platform/adopt-process.ts';
import { platformFacts, type Environment } from '../platform/environment.ts';
import { SHIPPED_PROGRAMS } from '../workspace/run-programs.ts';
import { startWorkerProcess } from './supervisor/worker-process.ts';

/** A supervisor that waits to be told its run; without one it goes away by itself. */
export interface StartedSupervisor {
  assign(runFolder: string): void;
  dismiss(): void;
  /** When its process is gone. Never rejects. */
  readonly ended: Promise<unknown>;
}

/** Starts one, and its first worker beside it: they load their parts and then wait for their run. */
export function warmSupervisor(env: Environment, programs = SHIPPED_PROGRAMS): StartedSupervisor {
  const worker = startWorkerProcess('before-work', env, programs.worker);
  const supervisor = handOver(
    worker,
    { cwd: '/', env, stdin: 'pipe', stdout: 'ignore', stderr: 'ignore', ownSession: true },
    (identity) => [
      platformFacts().execPath,
      // It runs little code and may wait for hours: without the compiler to machine code it takes half the memory
      // that it would take beyond a bare Node.
      '--jitless',
      programs.supervisor,
      ...(identity === null ? [] : [JSON.stringify(identity)]),
    ],
  );
  supervisor.release();
  return {
    assign: (runFolder) => void supervisor.stdin?.end(`${runFolder}\n`),
    dismiss: () => void supervisor.stdin?.end(),
    ended: supervisor.ended,
  };
}
