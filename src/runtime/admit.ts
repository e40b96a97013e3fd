/**
 * The one way into a run, for the command line and the daemon alike.
 *
 * **Invariant:** under the lock, and in this order: look at what is live, decide, create the slot's record
 * exclusively, create the run's folder. So a slot has at most one run, whoever tries and whenever it crashes.
 */
import { decideAdmission, type AdmissionDecision } from '../domain/admission.ts';
import { AppError, assertNever } from '../domain/errors.ts';
import { shortIdOf, type RoutineId, type RunId } from '../domain/ids.ts';
import type { RunSpec } from '../domain/run.ts';
import { oneLine } from '../domain/text.ts';
import type { Clock } from '../platform/clock.ts';
import { admissionLock } from '../store/files/admission-lock.ts';
import type { RunStore, SlotStore } from '../store/ports.ts';
import { liveRunOf, sortUnfinished } from './live-runs.ts';

export interface AdmitRequest {
  readonly spec: RunSpec;
  readonly runs: RunStore;
  readonly slots: SlotStore;
  readonly clock: Clock;
  /** Start whatever else runs. */
  readonly anyway: boolean;
}

/** Throws `refused` when a run is in the way, naming it, or the slot has a run. */
export async function admitRun({ spec, runs, slots, clock, anyway }: AdmitRequest): Promise<void> {
  const { stateDir } = spec.workspace;
  await admissionLock(
    stateDir,
    clock,
  )(async () => {
    const { live } = sortUnfinished(await runs.listUnfinished());
    const { id: routine, policy } = spec.routine;
    const decision = decideAdmission({ routine, policy }, live.map(liveRunOf));
    if (decision.kind !== 'admit' && !anyway) throw refusal(routine, decision);
    const created = await slots.create({
      routine,
      slot: spec.slot,
      state: { kind: 'started', runId: spec.id },
      recordedAt: spec.admittedAt,
      changedAt: spec.admittedAt,
      definition: spec.definition.hash,
      event: spec.event,
      inputs: spec.inputs,
      anyway,
      covers: null,
      attempts: spec.attempt,
    });
    if (!created) {
      throw new AppError('refused', {
        code: 'slot-taken',
        message: `the slot ${spec.slot.key} of ${spec.routine.id} has a run already`,
        hint: '',
      });
    }
    await runs.create(spec);
  });
}

function refusal(
  routine: RoutineId,
  decision: Exclude<AdmissionDecision, { readonly kind: 'admit' }>,
): AppError {
  switch (decision.kind) {
    case 'running':
      return new AppError('refused', {
        code: 'already-running',
        message: `${routine} is running already: ${decision.run}`,
        hint: waysOut(routine, decision.run),
      });
    case 'group-full': {
      const names = decision.runs.map((run) => `${run.routine} ${run.id}`);
      return new AppError('refused', {
        code: 'group-full',
        message: `the group ${decision.group} has no place for ${routine}: ${names.join(', ')}`,
        hint: waysOut(routine, decision.runs[0]?.id ?? null),
      });
    }
    case 'touches':
      return new AppError('refused', {
        code: 'touches',
        message: `${routine} touches ${oneLine(decision.pattern, 80)}, as does ${decision.routine}, which is running: ${decision.run}`,
        hint: waysOut(routine, decision.run),
      });
    default:
      return assertNever(decision);
  }
}

function waysOut(routine: RoutineId, run: RunId | null): string {
  const end = run === null ? '' : `End it: roundsman cancel ${shortIdOf(run)}. `;
  return `${end}Or wait in the queue: roundsman run ${routine} --queue. Or start beside it: --anyway.`;
}
