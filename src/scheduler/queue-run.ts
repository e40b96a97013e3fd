/** A run by hand that waits for its turn: a slot that a daemon starts. */
import { newRunId } from '../platform/ids.ts';
import type { LoadedRoutine } from '../routines/load-routine.ts';
import { pinDefinition } from '../routines/pin-definition.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { newSlotRecord, type SlotRecord } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';
import { manualSlot, startedBy } from './build-run-spec.ts';

type QueueRequest = Pick<LoadedRoutine, 'routine' | 'definition' | 'settings'> &
  Pick<SlotRecord, 'inputs' | 'handover'> & {
    readonly workspace: Workspace;
    /** What its run is for. */
    readonly item?: RunSpec['item'];
    readonly touches?: readonly string[];
  };

/** Why a slot that a person put into the queue has not started; the tick replaces it by what it waits for. */
export const WAITS_FOR_TURN = 'waits for its turn';

/** Durable when it resolves, and pinned to the definition as it is now. Whatever the overlap policy, it waits. */
export async function queueRun(request: QueueRequest): Promise<SlotRecord> {
  const { workspace, routine, definition } = request;
  await pinDefinition(workspace, request);
  const now = workspace.clock.now();
  const record = newSlotRecord({
    routine: routine.id,
    slot: manualSlot(newRunId(now), now),
    state: { kind: 'queued', reason: WAITS_FOR_TURN },
    definition: definition.hash,
    recordedAt: now.toISOString(),
    inputs: request.inputs,
    handover: request.handover ?? null,
    ...(request.item === undefined || request.item === null ? {} : { item: request.item.key }),
    ...(request.touches === undefined ? {} : { touches: request.touches }),
    ...startedBy(request.settings, workspace.actor),
  });
  await workspace.slots.create(record);
  return record;
}
