/**
 * The one way into a run, for the command line and the daemon alike.
 *
 * **Invariant:** under the lock, and in this order: look at what is live, decide, create the slot's record
 * exclusively, create the run's folder. So a slot has at most one run, whoever tries and whenever it crashes.
 */
import { decideAdmission } from '../domain/admission.ts';
import { AppError } from '../domain/errors.ts';
import { shortIdOf } from '../domain/ids.ts';
import type { RunSpec } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';
import { admissionLock } from '../store/files/admission-lock.ts';
import type { RunStore, SlotStore } from '../store/ports.ts';
import { sortUnfinished } from './live-runs.ts';

export interface AdmitRequest {
  readonly spec: RunSpec;
  readonly runs: RunStore;
  readonly slots: SlotStore;
  readonly clock: Clock;
}

/** Throws `refused` when the routine is running already or the slot has a run. */
export async function admitRun({ spec, runs, slots, clock }: AdmitRequest): Promise<void> {
  const { stateDir } = spec.workspace;
  await admissionLock(
    stateDir,
    clock,
  )(async () => {
    const { live } = sortUnfinished(await runs.listUnfinished());
    const decision = decideAdmission(
      { routine: spec.routine.id, policy: spec.routine.policy },
      live.map((run) => ({
        id: run.spec.id,
        routine: run.spec.routine.id,
        policy: run.spec.routine.policy,
      })),
    );
    if (decision.kind === 'running') {
      throw new AppError('refused', {
        code: 'already-running',
        message: `${spec.routine.id} is running already: ${decision.run}`,
        hint: `Wait for it, or end it: roundsman cancel ${shortIdOf(decision.run)}`,
      });
    }
    const created = await slots.create({
      routine: spec.routine.id,
      slot: spec.slot,
      state: { kind: 'started', runId: spec.id },
      recordedAt: spec.admittedAt,
      changedAt: spec.admittedAt,
      definition: spec.definition.hash,
      event: spec.event,
      inputs: spec.inputs,
      anyway: false,
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
