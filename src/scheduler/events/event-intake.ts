/**
 * The one way in for events: payload and slot record become durable, then the scheduler looks. Whether anything starts
 * is decided later, by the plan.
 */
import type { Clock } from '../../platform/clock.ts';
import type { DeploymentStore, EventStore } from '../../store/definition-ports.ts';
import type { Exclusively, SlotStore } from '../../store/ports.ts';
import { AppError } from '../../words/errors.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { EventIntake, IntakeResult, OutsideEvent } from '../contract.ts';
import { inBatches, type BatchOutcome } from './in-batches.ts';
import { knownPayloads, eventKey, recordSlots, type WantedSlot } from './record-slots.ts';
import { takeDeployments, type DeploymentEvent } from './take-deployments.ts';

const MAX_BATCH = 200;
const MAX_SUMMARY = 300;

export interface IntakeParts {
  readonly slots: SlotStore;
  readonly events: EventStore;
  readonly deployments: DeploymentStore;
  /** Those that are active now. */
  readonly routines: () => readonly ScheduledRoutine[];
  readonly clock: Clock;
  /** The admission lock. */
  readonly exclusively: Exclusively;
  /** Makes the scheduler look; returns at once. */
  readonly wake: () => void;
}

type RoutineEvent = Exclude<OutsideEvent, DeploymentEvent>;
type Taken = BatchOutcome<readonly WantedSlot[]>;

export function eventIntake(parts: IntakeParts): EventIntake {
  const known = knownPayloads(parts);
  const record = async (
    taken: readonly Taken[],
  ): Promise<readonly BatchOutcome<readonly IntakeResult[]>[]> => {
    const wanted = taken.flatMap((one) => (one.kind === 'done' ? one.value : []));
    const results = await recordSlots({ ...parts, known }, wanted);
    if (results.some(({ outcome }) => outcome === 'accepted')) parts.wake();
    return dealOut(taken, results);
  };
  // Lanes of their own: deployments wait for the admission lock, and nothing else should.
  const routineLane = inBatches(MAX_BATCH, (batch: readonly RoutineEvent[]) =>
    record(takeRoutineEvents(batch, parts.routines())),
  );
  const deploymentLane = inBatches(MAX_BATCH, async (batch: readonly DeploymentEvent[]) =>
    record(await takeDeployments(parts, batch)),
  );
  return {
    deliver: (event) => (event.kind === 'deployment' ? deploymentLane(event) : routineLane(event)),
  };
}

/** Each event gets the results of its own slots, which stand in the same order. */
function dealOut(
  taken: readonly Taken[],
  results: readonly IntakeResult[],
): readonly BatchOutcome<readonly IntakeResult[]>[] {
  let at = 0;
  return taken.map((one) => {
    if (one.kind === 'failed') return one;
    const from = at;
    at += one.value.length;
    return { kind: 'done', value: results.slice(from, at) };
  });
}

function takeRoutineEvents(
  batch: readonly RoutineEvent[],
  routines: readonly ScheduledRoutine[],
): readonly Taken[] {
  const asked = new Set(batch.map(({ routine }) => routine));
  const byId = new Map(
    routines.filter(({ id, enabled }) => enabled && asked.has(id)).map((one) => [one.id, one]),
  );
  return batch.map((event) => {
    const routine = byId.get(event.routine);
    if (routine === undefined) return { kind: 'failed', error: notActive(event.routine) };
    return { kind: 'done', value: [wantedSlot(routine, event)] };
  });
}

function wantedSlot(routine: ScheduledRoutine, event: RoutineEvent): WantedSlot {
  return {
    routine,
    key: eventKey(event.kind, event.id),
    event: {
      kind: event.kind,
      id: oneLine(event.id),
      summary: oneLine(event.summary, MAX_SUMMARY),
      deployment: null,
    },
    payload: event.payload,
    idSigned: event.idSigned ?? true,
  };
}

function notActive(routine: RoutineId): AppError {
  return new AppError('refused', {
    code: 'routine-not-active',
    message: `the routine ${routine} is not active, so nothing can make it due`,
    hint: `\`roundsman list\` shows why; \`roundsman enable ${routine}\` activates the version in the working tree.`,
  });
}
