/**
 * The one way into a run, for the command line and the daemon alike.
 *
 * **Invariant:** under the lock, and in this order: look at what is live, decide, create the slot's record
 * exclusively, create the run's folder. So a slot has at most one run, no matter which process tries and when it crashes.
 */
import type { Clock } from '../platform/clock.ts';
import { decideAdmission, policyInForce } from '../scheduler/admission.ts';
import type { RunStore, SlotStore, UsageStore } from '../store/ports.ts';
import type { Locks } from '../store/stores.ts';
import { AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { isFinal, newSlotRecord, type SlotRecord } from '../words/slot.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import { admissionRefused } from './admission-refused.ts';
import { inspectBudget } from './day-usage.ts';
import { liveRunsOf, sortUnfinished } from './live-runs.ts';

export interface AdmitRequest {
  readonly spec: RunSpec;
  readonly runs: RunStore;
  readonly slots: SlotStore;
  readonly usage: UsageStore;
  readonly locks: Locks;
  readonly clock: Clock;
  /** A person wants it whatever else runs: past overlap, groups and touches. Default: false. */
  readonly anyway?: boolean;
  /** For a further attempt of a slot: its newest run so far. */
  readonly after?: RunId;
  readonly probe?: StepProbe;
}

/** Throws `refused` when a run is in the way, which it names, or the slot has a run. */
export async function admitRun(request: AdmitRequest): Promise<void> {
  const { spec, runs, locks, probe = noProbe } = request;
  await locks.admission(async () => {
    if (request.anyway !== true) {
      await refuseBesideLive(spec, runs);
      await refuseWithoutBudget(request);
    }
    if (!(await takeSlot(request))) {
      throw new AppError('refused', {
        code: 'slot-taken',
        message: `the slot ${spec.slot.key} of ${spec.routine.id} has ${request.after === undefined ? 'a run' : 'a newer run'} already`,
        hint: '',
      });
    }
    await probe('command/slot-recorded');
    await runs.create(spec);
    await probe('command/run-made');
  });
}

async function refuseBesideLive(spec: RunSpec, runs: RunStore): Promise<void> {
  const { live, resting } = sortUnfinished(await runs.listUnfinished());
  const { id: routine } = spec.routine;
  const candidate = { routine, ...policyInForce(spec.routine.policy, spec.touches) };
  const decision = decideAdmission(candidate, liveRunsOf([...live, ...resting]));
  if (decision.kind !== 'admit') throw admissionRefused(routine, decision);
}

/** What it may use is set aside when it begins. */
async function refuseWithoutBudget(request: AdmitRequest): Promise<void> {
  const { spec } = request;
  const decision = await inspectBudget({ ...request, startedAt: spec.admittedAt, anyway: false });
  if (decision.kind === 'allowed') return;
  throw new AppError('refused', {
    code: 'over-budget',
    message: `the budget of ${spec.routine.id} is used up: ${decision.reason}`,
    hint: `Raise it, wait until tomorrow, or start it all the same: roundsman run ${spec.routine.id} --anyway`,
  });
}

/** A run that has to be made again is for the same item; one that plans is never made by anybody else. */
function forItem({ item, touches }: RunSpec): Pick<SlotRecord, 'item' | 'touches'> {
  if (item === undefined || item === null || item.purpose !== 'work') return {};
  return { item: item.key, ...(touches === undefined ? {} : { touches }) };
}

/** False when another process has it. A record that is no longer kept is made again for a further attempt. */
async function takeSlot({ spec, slots, anyway = false, after }: AdmitRequest): Promise<boolean> {
  const state = { kind: 'started' as const, runId: spec.id };
  const changed = { state, changedAt: spec.admittedAt, attempts: spec.attempt, anyway };
  const { id: routine } = spec.routine;
  const known = after === undefined ? null : await slots.read(routine, spec.slot.key);
  if (known !== null) {
    // One that ended without a run, because its run could not be made, may be tried again too.
    if (!isFinal(known.state)) return false;
    if (known.state.kind === 'started' && known.state.runId !== after) return false;
    await slots.updateAll([{ ...known, ...changed }]);
    return true;
  }
  const { slot, admittedAt: recordedAt, event, inputs } = spec;
  const definition = spec.definition.hash;
  const made = {
    routine,
    slot,
    definition,
    recordedAt,
    event,
    inputs,
    ...forItem(spec),
    ...changed,
  };
  return slots.create(newSlotRecord(made));
}
