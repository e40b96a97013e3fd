/** Slots become real runs: a folder with all that was decided, and a supervisor for it. The same for commands and the daemon. */
import { join } from 'node:path';

import { inspectPath, removeTree } from '../platform/files.ts';
import { newRunId } from '../platform/ids.ts';
import type { LiveRun } from '../scheduler/admission.ts';
import type { RunStarter, StartRequest } from '../scheduler/contract.ts';
import { runPaths, workspacePaths } from '../store/state-paths.ts';
import { AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import type { WarmSupervisor, Workspace } from '../workspace/contract.ts';
import { launchRun } from './warm-supervisor.ts';
import { stopRun } from './watch-run.ts';

interface RunStarterParts {
  readonly workspace: Workspace;
  readonly by: 'command' | 'daemon';
  /** Runs that may be in the way of another. */
  readonly live: () => Promise<readonly LiveRun[]>;
  readonly specOf: (request: StartRequest) => Promise<RunSpec>;
  readonly supervisor: () => WarmSupervisor;
  readonly probe?: StepProbe;
  /** Told of each run that is on its way. */
  readonly onStarted?: (spec: RunSpec) => void;
}

export function openRunStarter(parts: RunStarterParts): RunStarter {
  const { workspace, by, probe = noProbe } = parts;
  const { stateDir } = workspace.location;
  // One that was set aside has been made too: its agent may have worked, and is not to work again.
  const has = async (run: RunId): Promise<boolean> =>
    (await inspectPath(runPaths(stateDir, run).spec)) !== null ||
    (await inspectPath(join(workspacePaths(stateDir).quarantine, run))) !== null;
  return {
    live: parts.live,
    newRunId: () => newRunId(workspace.clock.now()),
    has,
    start: async (request) => {
      if (await has(request.runId)) return;
      const spec = await parts.specOf(request);
      await launchRun(spec, {
        create: () => createWhole(workspace, spec),
        supervisor: parts.supervisor,
        onCreated: () => probe(`${by}/run-made`),
      });
      await probe(`${by}/supervisor-assigned`);
      parts.onStarted?.(spec);
    },
    stop: async (run, how, reason) => {
      try {
        await stopRun(workspace, run, { reason, how });
      } catch (thrown) {
        // It ended in the meantime, or was cleaned up: that is what was wanted.
        if (thrown instanceof AppError && STOPPED_ALREADY.has(thrown.reason)) return;
        throw thrown;
      }
    },
  };
}

/** When it cannot be made, nothing of it stays. */
async function createWhole({ runs, location }: Workspace, spec: RunSpec): Promise<void> {
  try {
    await runs.create(spec);
  } catch (thrown) {
    await removeTree(runPaths(location.stateDir, spec.id).folder).catch(() => undefined);
    throw thrown;
  }
}

const STOPPED_ALREADY: ReadonlySet<string> = new Set(['already-ended', 'no-such-run']);
