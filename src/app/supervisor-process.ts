/** Starting supervisors. They are processes of their own and go on when this one ends. */
import type { RunId } from '../domain/ids.ts';
import { handOver } from '../platform/adopt-process.ts';
import { platformFacts, type Environment } from '../platform/environment.ts';
import { SHIPPED_PROGRAMS } from '../runtime/run-programs.ts';
import { startWorkerProcess } from '../runtime/supervisor/worker-process.ts';
import { runPaths } from '../store/state-paths.ts';
import type { WatchedSupervisor, Workspace } from './contract.ts';

/** Starts one, and its first worker beside it: they load their parts and then wait for their run. */
export function warmSupervisor(env: Environment, programs = SHIPPED_PROGRAMS): WatchedSupervisor {
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

/** For a run that nobody is at work on. Two for one run do no harm: the second goes away. */
export function sendSupervisor(
  { env, programs, location }: Pick<Workspace, 'env' | 'programs' | 'location'>,
  id: RunId,
): void {
  warmSupervisor(env, programs).assign(runPaths(location.stateDir, id).folder);
}
