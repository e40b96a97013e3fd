/** A run by hand from the page: it waits for its turn like any other. */
import { inputRules, readInputs } from '../routines/inputs.ts';
import { loadToRun } from '../runtime/load-to-run.ts';
import { pokeDaemon } from '../scheduler/daemon/poke.ts';
import { queueRun } from '../scheduler/queue-run.ts';
import type { RoutineId } from '../words/ids.ts';
import type { SlotRecord } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';

/** With the definition of the working tree, as `run` takes it. Throws like `loadRoutine`; `usage` where inputs have to be given. */
export async function queueByHand(workspace: Workspace, id: RoutineId): Promise<SlotRecord> {
  const loaded = await loadToRun(workspace, { id, overrides: [] });
  const inputs = readInputs(inputRules(loaded.routine.triggers), []);
  const record = await queueRun({ workspace, ...loaded, inputs, handover: null });
  await pokeDaemon(workspace);
  return record;
}
