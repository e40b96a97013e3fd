/** Starting supervisors. They are processes of their own and continue when this one ends. Built-ins only: supervisors use it. */
import { platformFacts, type Environment } from '../platform/environment.ts';
import { CAN_SHED_MEMORY } from '../platform/shed-memory.ts';
import { handOver, startProcess, type StartedProcess } from '../platform/start-process.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { WarmSupervisor, WatchedSupervisor, Workspace } from '../workspace/contract.ts';
import { SHIPPED_PROGRAMS } from '../workspace/run-programs.ts';

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
      CAN_SHED_MEMORY,
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

/** For a run that no process works on. Two for one run do no harm: the second exits. */
export function sendSupervisor(
  { env, programs, location }: Pick<Workspace, 'env' | 'programs' | 'location'>,
  id: RunId,
): void {
  warmSupervisor(env, programs).assign(runPaths(location.stateDir, id).folder);
}

/** Makes an admitted run and gives it to a supervisor. */
export async function launchRun<Supervisor extends WarmSupervisor>(
  spec: RunSpec,
  parts: {
    readonly create: (spec: RunSpec) => Promise<void>;
    readonly supervisor: () => Supervisor;
    readonly onCreated?: () => Promise<void>;
  },
): Promise<Supervisor> {
  const { folder } = runPaths(spec.workspace.stateDir, spec.id);
  await parts.create(spec);
  await parts.onCreated?.();
  const supervisor = parts.supervisor();
  supervisor.assign(folder);
  return supervisor;
}

/** Starting workers. The first one of a run is started beside its supervisor, and handed to it. */
export function startWorkerProcess(
  part: 'before-work' | 'after-work',
  env: Environment,
  program = SHIPPED_PROGRAMS.worker,
): StartedProcess {
  return startProcess({
    argv: [platformFacts().execPath, program, part],
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
}
