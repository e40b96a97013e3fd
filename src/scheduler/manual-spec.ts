/** What is decided of a run by hand before it starts. */
import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { AppError } from '../words/errors.ts';
import { isSlotKey } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { StartRunRequest } from '../workspace/contract.ts';
import { buildRunSpec } from './build-run-spec.ts';
import { readRoutineHistory } from './routine-history.ts';
import { windowFor } from './window-rule.ts';

/** Decides everything that admission stores; stores nothing. */
export async function manualSpec({
  workspace,
  routine,
  definition,
  settings,
  inputs = {},
  handover = null,
  item,
  touches,
}: Omit<StartRunRequest, 'supervisor'>): Promise<RunSpec> {
  const now = workspace.clock.now();
  const id = newRunId(now);
  const key = `manual:${id}`;
  if (!isSlotKey(key))
    throw new AppError('internal', { code: 'bad-slot-key', message: key, hint: '' });
  const slot = { key, scheduledFor: now.toISOString(), trigger: 'manual' as const };
  const window = windowFor(routine.window, {
    instant: now,
    timezone: settings.timezone,
    history: await readRoutineHistory(workspace, routine.id, slot),
  });
  return buildRunSpec(
    { routine, definition, slot, event: null, inputs, handover, item, touches, settings, window },
    {
      id,
      attempt: 1,
      workspace: workspace.location,
      admittedAt: now.toISOString(),
      admittedBy: ownIdentity(),
    },
  );
}
