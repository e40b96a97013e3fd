/** What a run that went well makes due: routines with `on.routine`. Pure. */
import type { RoutineId } from '../words/ids.ts';
import { newSlotRecord, type SlotRecord } from '../words/slot.ts';
import type { LiveRun } from './admission.ts';
import type { PlannedRoutine } from './contract.ts';
import { eventKey } from './events/event-key.ts';

export function chainedSlots(
  run: LiveRun,
  routines: ReadonlyMap<RoutineId, PlannedRoutine>,
  now: number,
): readonly SlotRecord[] {
  return [...routines.values()].flatMap(({ routine }) => {
    const listens = routine.triggers.some(
      (trigger) =>
        trigger.kind === 'routine' &&
        trigger.completed.includes(run.routine) &&
        trigger.outcome.some((outcome) => outcome !== 'failed'),
    );
    return listens && routine.enabled ? [recordFor(routine, run, now)] : [];
  });
}

function recordFor(
  { id, definition }: PlannedRoutine['routine'],
  run: LiveRun,
  now: number,
): SlotRecord {
  const at = new Date(now).toISOString();
  return newSlotRecord({
    routine: id,
    slot: { key: eventKey('routine', run.id), scheduledFor: at, trigger: 'routine' },
    definition,
    recordedAt: at,
    event: {
      kind: 'routine',
      id: run.id,
      summary: `${run.routine} succeeded`,
      payload: null,
      deployment: null,
    },
  });
}
