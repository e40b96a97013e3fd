/** Slot records as the scheduler would leave them. */
import {
  isRoutineId,
  isRunId,
  isSlotKey,
  type RoutineId,
  type SlotKey,
} from '../../src/words/ids.ts';
import { newSlotRecord, type SlotRecord, type SlotState } from '../../src/words/slot.ts';

export function routineId(text: string): RoutineId {
  if (!isRoutineId(text)) throw new TypeError(text);
  return text;
}

export function slotKey(text: string): SlotKey {
  if (!isSlotKey(text)) throw new TypeError(text);
  return text;
}

export const STARTED: SlotState = startedAs('01kaaaaaaaaaaaaaaaaaaaaaaa');
export const DUE: SlotState = { kind: 'due', notBefore: null };
export const SKIPPED: SlotState = {
  kind: 'skipped',
  cause: 'overlap',
  reason: 'an earlier run was still going on',
};

export function startedAs(run: string): SlotState {
  if (!isRunId(run)) throw new TypeError(run);
  return { kind: 'started', runId: run };
}

/** Of routine `sweep`, due at `at` by its schedule, unless told otherwise. */
export function slotRecord(at: string, change: Partial<SlotRecord> = {}): SlotRecord {
  return newSlotRecord({
    routine: routineId('sweep'),
    slot: { key: slotKey(`at:${at}`), scheduledFor: at, trigger: 'schedule' },
    state: DUE,
    recordedAt: at,
    definition: '0'.repeat(64),
    ...change,
  });
}
