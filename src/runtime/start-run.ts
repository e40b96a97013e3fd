/** Starting a run by hand: admission, then a supervisor of its own. */
import { decideLevel } from '../sandbox/decide-level.ts';
import { pokeDaemon } from '../scheduler/daemon/poke.ts';
import { manualSpec } from '../scheduler/manual-spec.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import type { RunHandle, StartRunRequest, Workspace } from '../workspace/contract.ts';
import { admitRun, type AdmitRequest } from './admit.ts';
import { finishOrphanedRuns } from './finish-orphaned-runs.ts';
import { warmSupervisor } from './warm-supervisor.ts';
import { cancelRun, waitForEnd, watchRun } from './watch-run.ts';

const START_WITHIN_MS = 30_000;
const ATTENDED_LOOK_MS = 30;

/** Throws `refused` when the routine is running already. The run goes on without the handle. */
export async function startRun(
  request: StartRunRequest & Pick<StartRequest, 'anyway' | 'probe'>,
): Promise<RunHandle> {
  return startAdmitted(request, async () => ({ spec: await manualSpec(request) }));
}

export interface StartRequest extends Pick<StartRunRequest, 'workspace' | 'supervisor'> {
  /** Whatever else runs. */
  readonly anyway?: boolean;
  readonly probe?: StepProbe;
}

/** The same for any slot. `plan` is asked once runs that lost their supervisor are being finished. */
export async function startAdmitted(
  { workspace, supervisor: warm, anyway = false, probe = noProbe }: StartRequest,
  plan: () => Promise<Pick<AdmitRequest, 'spec' | 'after'>>,
): Promise<RunHandle> {
  const supervisor = warm ?? warmSupervisor(workspace.env, workspace.programs);
  try {
    await finishOrphanedRuns(workspace);
    const planned = await plan();
    const { id, routine } = planned.spec;
    // Known now, it leaves no run that failed before it began.
    if (routine.workspace.isolation === 'sandbox')
      await decideLevel('sandbox', { ...workspace, workspace: workspace.location });
    await admitRun({ ...workspace, ...planned, anyway, probe });
    supervisor.assign(runPaths(workspace.location.stateDir, id).folder);
    await probe('command/supervisor-assigned');
    await untilAttended(workspace, id);
    await probe('command/run-attended');
    // It takes a place now, and routines may wait for its end.
    void pokeDaemon(workspace);
    return handleOf(workspace, id);
  } catch (thrown) {
    supervisor.dismiss();
    throw thrown;
  }
}

/**
 * Waits for the supervisor's first record. Until then only this process vouches for the run: were it to end
 * earlier, the next command would take the run for one whose supervisor died.
 */
async function untilAttended(workspace: Workspace, id: RunId): Promise<void> {
  const deadline = workspace.clock.monotonic() + START_WITHIN_MS;
  while ((await workspace.runs.read(id))?.record === null) {
    if (workspace.clock.monotonic() > deadline) {
      throw new AppError('failed', {
        code: 'supervisor-silent',
        message: `the supervisor of ${id} did not start within ${START_WITHIN_MS / 1_000} s`,
        hint: 'The run is recorded; the next roundsman command starts another supervisor for it.',
      });
    }
    // No caller waits for this, and looking more often takes time from the processes that it waits for.
    await workspace.clock.sleep(ATTENDED_LOOK_MS);
  }
}

/** @param from the byte of its file of events from which on they are told */
export function handleOf(workspace: Workspace, id: RunId, from = 0): RunHandle {
  return {
    id,
    events: (signal) => watchRun(workspace, id, { signal, from }),
    cancel: (reason) => cancelRun(workspace, id, reason),
    ended: () => waitForEnd(workspace, id),
  };
}
