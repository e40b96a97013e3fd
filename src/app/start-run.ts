/** Starting a run by hand: admission, then a supervisor of its own. */
import { AppError } from '../domain/errors.ts';
import { isSlotKey, type RunId } from '../domain/ids.ts';
import { RUN_PROTOCOL, type RunSpec } from '../domain/run.ts';
import type { RoutineHistory } from '../domain/window-rule.ts';
import { windowFor } from '../domain/window-rule.ts';
import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { admitRun } from '../runtime/admit.ts';
import { runPaths } from '../store/state-paths.ts';
import type { RunHandle, StartRunRequest, Workspace } from './contract.ts';
import { finishOrphanedRuns } from './finish-orphaned-runs.ts';
import { warmSupervisor } from './supervisor-process.ts';
import { cancelRun, waitForEnd, watchRun } from './watch-run.ts';

/** Kept of the agent's stdout and of its stderr, each. */
const MAX_OUTPUT_BYTES = 5_000_000;
const START_WITHIN_MS = 30_000;
const ATTENDED_LOOK_MS = 30;

/** Throws `refused` when the routine is running already. The run goes on without the handle. */
export async function startRun(request: StartRunRequest): Promise<RunHandle> {
  const { workspace } = request;
  const supervisor = request.supervisor ?? warmSupervisor(workspace.env);
  try {
    await finishOrphanedRuns(workspace);
    const spec = await specOf(request);
    await admitRun({ spec, runs: workspace.runs, slots: workspace.slots, clock: workspace.clock });
    supervisor.assign(runPaths(workspace.location.stateDir, spec.id).folder);
    await untilAttended(workspace, spec.id);
    return handleOf(workspace, spec.id);
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
    // Nobody waits for this, and looking more often takes time from the processes that it waits for.
    await workspace.clock.sleep(ATTENDED_LOOK_MS);
  }
}

export function handleOf(workspace: Workspace, id: RunId): RunHandle {
  return {
    id,
    events: (signal) => watchRun(workspace, id, signal),
    cancel: (reason) => cancelRun(workspace, id, reason),
    ended: () => waitForEnd(workspace, id),
  };
}

async function specOf({
  workspace,
  routine,
  definition,
  settings,
}: StartRunRequest): Promise<RunSpec> {
  const now = workspace.clock.now();
  const id = newRunId(now);
  const key = `manual:${id}`;
  if (!isSlotKey(key))
    throw new AppError('internal', { code: 'bad-slot-key', message: key, hint: '' });
  const window = windowFor(routine.window, {
    instant: now,
    timezone: settings.timezone,
    history: await historyOf(workspace, routine.id),
  });
  return {
    protocol: RUN_PROTOCOL,
    id,
    routine,
    definition,
    slot: { key, scheduledFor: now.toISOString(), trigger: 'manual' },
    attempt: 1,
    workspace: workspace.location,
    settings,
    window,
    admittedAt: now.toISOString(),
    admittedBy: ownIdentity(),
    limits: { maxOutputBytes: MAX_OUTPUT_BYTES },
  };
}

/** When this routine last ran, and last ran well: execution succeeded and report valid. */
async function historyOf(
  workspace: Workspace,
  routine: StartRunRequest['routine']['id'],
): Promise<RoutineHistory> {
  const { views } = await workspace.runs.listViews({ routine });
  const ended = views.filter((view) => view.state === 'ended' && view.result !== null);
  const good = ended.find(
    (view) => view.result?.execution === 'succeeded' && view.result.report === 'valid',
  );
  return { lastRun: ended[0]?.window.to ?? null, lastSuccess: good?.window.to ?? null };
}
