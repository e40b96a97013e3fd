/** What is decided of a run by hand before it starts. */
import { AppError } from '../domain/errors.ts';
import { isSlotKey } from '../domain/ids.ts';
import { RUN_PROTOCOL, type RunSpec } from '../domain/run.ts';
import { windowFor, type RoutineHistory } from '../domain/window-rule.ts';
import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import type { StartRunRequest, Workspace } from './contract.ts';

/** Kept of the agent's stdout and of its stderr, each. */
const MAX_OUTPUT_BYTES = 5_000_000;

/** Decides everything that admission stores; stores nothing. */
export async function manualSpec({
  workspace,
  routine,
  definition,
  settings,
}: Omit<StartRunRequest, 'supervisor'>): Promise<RunSpec> {
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
    event: null,
    inputs: {},
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
