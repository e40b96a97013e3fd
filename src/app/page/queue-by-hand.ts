/** A run by hand from the page: it waits for its turn like any other. */
import type { RoutineId } from '../../domain/ids.ts';
import { inputRules, readInputs } from '../../domain/inputs.ts';
import type { SlotRecord } from '../../domain/slot.ts';
import type { Workspace } from '../contract.ts';
import { pokeDaemon } from '../daemon/poke.ts';
import { queueRun } from '../queue-run.ts';
import { loadToRun } from '../trust/load-to-run.ts';

/** With the definition of the working tree, as `run` takes it. Throws like `loadRoutine`; `usage` where inputs have to be given. */
export async function queueByHand(workspace: Workspace, id: RoutineId): Promise<SlotRecord> {
  const loaded = await loadToRun(workspace, { id, overrides: [] });
  const inputs = readInputs(inputRules(loaded.routine.triggers), []);
  const record = await queueRun({ workspace, ...loaded, inputs, handover: null });
  await pokeDaemon(workspace);
  return record;
}
