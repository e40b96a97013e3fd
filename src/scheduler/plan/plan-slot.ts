/** A slot while it is planned. */
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { newSlotRecord, type SlotRecord } from '../../words/slot.ts';
import { keyAt } from './slot-key.ts';

export interface PlanSlot {
  readonly record: SlotRecord;
  /** It has a record in the store. */
  readonly created: boolean;
  readonly byPerson: boolean;
  /** ms since 1970; `null`: at once. */
  readonly notBefore: number | null;
}

/** For a slot of a schedule. It is pinned to what the routine says now. @param recordedAt ISO 8601 */
export function newRecord(routine: ScheduledRoutine, at: number, recordedAt: string): SlotRecord {
  const scheduledFor = new Date(at).toISOString();
  return newSlotRecord({
    routine: routine.id,
    slot: { key: keyAt(scheduledFor), scheduledFor, trigger: 'schedule' },
    definition: routine.definition,
    recordedAt,
  });
}
