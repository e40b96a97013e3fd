/** The way in for commands: a person's run is refused, not queued, when another is in its way. */
import { decideLevel } from '../sandbox/decide-level.ts';
import {
  decideAdmission,
  policyInForce,
  type LiveRun,
  type AdmissionDecision,
} from '../scheduler/admission.ts';
import { admit, type Start } from '../scheduler/admit.ts';
import { pokeDaemon } from '../scheduler/ask-daemon.ts';
import { manualSpec } from '../scheduler/build-run-spec.ts';
import { AppError, assertNever } from '../words/errors.ts';
import { type RunId, shortIdOf, type RoutineId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { isFinal, newSlotRecord } from '../words/slot.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import { oneLine, plural } from '../words/text.ts';
import type {
  RunHandle,
  StartRunRequest,
  WarmSupervisor,
  Workspace,
} from '../workspace/contract.ts';
import { inspectBudget } from './day-usage.ts';
import { finishOrphanedRuns } from './finish-orphaned-runs.ts';
import { liveRunsOf, sortUnfinished } from './live-runs.ts';
import { openRunStarter } from './run-starter.ts';
import { warmSupervisor } from './warm-supervisor.ts';
import { cancelRun, waitForEnd, watchRun } from './watch-run.ts';

const START_WITHIN_MS = 30_000;
const ATTENDED_LOOK_MS = 30;
const LONGEST_LOOK_MS = 200;

/** Throws `refused` when the routine is running already. The run continues without the handle. */
export async function startRun(
  request: StartRunRequest & Pick<StartRequest, 'anyway' | 'probe'>,
): Promise<RunHandle> {
  return startAdmitted(request, async () => ({ spec: await manualSpec(request) }));
}

export interface StartRequest extends Pick<StartRunRequest, 'workspace' | 'supervisor'> {
  /** A person wants it whatever else runs: past overlap, groups, touches and budgets. Default: false. */
  readonly anyway?: boolean;
  readonly probe?: StepProbe;
}

export interface PlannedRun {
  readonly spec: RunSpec;
  /** For a further attempt of a slot: its newest run so far. */
  readonly after?: RunId;
}

/** The same for any slot. `plan` is asked once runs that lost their supervisor are being finished. */
export async function startAdmitted(
  { workspace, supervisor: warm, anyway = false, probe = noProbe }: StartRequest,
  plan: () => Promise<PlannedRun>,
): Promise<RunHandle> {
  const supervisor = warm ?? warmSupervisor(workspace.env, workspace.programs);
  try {
    await finishOrphanedRuns(workspace);
    const planned = await plan();
    const { id, routine } = planned.spec;
    // Known now, it leaves no run that failed before it began.
    if (routine.workspace.isolation === 'sandbox')
      await decideLevel('sandbox', { ...workspace, workspace: workspace.location });
    await admitByHand({ workspace, supervisor, anyway, probe }, planned);
    await untilAttended(workspace, id);
    await probe('command/run-attended');
    // It takes a place now, and routines may wait for its end.
    void pokeDaemon(workspace);
    return handleOf(workspace, id);
  } catch (thrown) {
    supervisor.dismiss();
    throw thrown;
  }
}

/** Throws `refused` when a run is in the way, which it names, or the slot has a run. */
export async function admitByHand(
  {
    workspace,
    supervisor,
    anyway = false,
    probe = noProbe,
  }: StartRequest & { supervisor: WarmSupervisor },
  planned: PlannedRun,
): Promise<void> {
  const { slots, locks } = workspace;
  const { spec } = planned;
  const starter = openRunStarter({
    workspace,
    by: 'command',
    live: async () => {
      const { live, resting } = sortUnfinished(await workspace.runs.listUnfinished());
      return liveRunsOf([...live, ...resting]);
    },
    specOf: async () => spec,
    supervisor: () => supervisor,
    probe,
  });
  await locks.admission(async () => {
    if (!anyway) {
      refuseBesideLive(spec, await starter.live());
      await refuseWithoutBudget(workspace, spec);
    }
    const start = await startOf(workspace, planned, anyway);
    const now = Date.parse(spec.admittedAt);
    const admitted = await admit(
      { slots, starter, probe },
      { by: 'command', now, starts: [start] },
    );
    for (const problem of admitted.problems) throw problem;
    if (admitted.lost.size > 0) throw slotTaken(planned);
  });
}

function refuseBesideLive(spec: RunSpec, live: readonly LiveRun[]): void {
  const { id: routine } = spec.routine;
  const candidate = { routine, ...policyInForce(spec.routine.policy, spec.touches) };
  const decision = decideAdmission(candidate, live);
  if (decision.kind !== 'admit') throw admissionRefused(routine, decision);
}

/** What it may use is set aside when it begins. */
async function refuseWithoutBudget(workspace: Workspace, spec: RunSpec): Promise<void> {
  const decision = await inspectBudget({ ...workspace, spec, startedAt: spec.admittedAt });
  if (decision.kind === 'allowed') return;
  throw new AppError('refused', {
    code: 'over-budget',
    message: `the budget of ${spec.routine.id} is used up: ${decision.reason}`,
    hint: `Raise it, wait until tomorrow, or start it all the same: roundsman run ${spec.routine.id} --anyway`,
  });
}

/** A record that is no longer kept is made again for a further attempt. Throws `refused` when it has another run. */
async function startOf({ slots }: Workspace, planned: PlannedRun, anyway: boolean): Promise<Start> {
  const { spec, after } = planned;
  const { id: runId, slot, admittedAt: recordedAt, event, inputs, item, touches } = spec;
  const { id: routine } = spec.routine;
  const change = { anyway, attempts: spec.attempt - 1 };
  const known = after === undefined ? null : await slots.read(routine, slot.key);
  if (known !== null) {
    // One that ended without a run, because its run could not be made, may be tried again too.
    const hasOther = known.state.kind === 'started' && known.state.runId !== after;
    if (!isFinal(known.state) || hasOther) throw slotTaken(planned);
    return { record: { ...known, ...change }, created: true, runId };
  }
  const definition = spec.definition.hash;
  // A run that has to be made again is for the same item; one that plans is made by its command alone.
  const work = item?.purpose === 'work' ? item : null;
  const record = newSlotRecord({
    routine,
    slot,
    definition,
    recordedAt,
    event,
    inputs,
    ...change,
    ...(work === null ? {} : { item: work.key }),
    ...(work === null || touches === undefined ? {} : { touches }),
    ...(spec.by === undefined ? {} : { by: spec.by }),
  });
  return { record, created: false, runId };
}

function slotTaken({ spec, after }: PlannedRun): AppError {
  return new AppError('refused', {
    code: 'slot-taken',
    message: `the slot ${spec.slot.key} of ${spec.routine.id} has ${after === undefined ? 'a run' : 'a newer run'} already`,
    hint: '',
  });
}

/**
 * Waits for the supervisor's first record. Until then only this process vouches for the run: were it to end
 * earlier, the next command would take the run for one whose supervisor died.
 */
async function untilAttended(workspace: Workspace, id: RunId): Promise<void> {
  const deadline = workspace.clock.monotonic() + START_WITHIN_MS;
  let pause = ATTENDED_LOOK_MS;
  while ((await workspace.runs.read(id))?.record === null) {
    if (workspace.clock.monotonic() > deadline) {
      throw new AppError('failed', {
        code: 'supervisor-silent',
        message: `the supervisor of ${id} did not start within ${START_WITHIN_MS / 1_000} s`,
        hint: 'The run is recorded; the next roundsman command starts another supervisor for it.',
      });
    }
    // No caller waits for this, and looking more often takes time from the processes that it waits for.
    await workspace.clock.sleep(pause);
    pause = Math.min(pause * 1.5, LONGEST_LOOK_MS);
  }
}

/** @param from the byte of its file of events from which on they are told */
export function handleOf(workspace: Workspace, id: RunId, from = 0): RunHandle {
  return {
    id,
    events: (signal) => watchRun(workspace, id, { signal, from }),
    cancel: (reason) => cancelRun(workspace, id, reason),
    ended: () => waitForEnd(workspace, id),
  };
}

// A run that may not start now, told to a person: what is in the way, and the ways out. Pure.

/** Runs of a full group that are named. */
const MOST_NAMED = 3;

export function admissionRefused(
  routine: RoutineId,
  decision: Exclude<AdmissionDecision, { readonly kind: 'admit' }>,
): AppError {
  switch (decision.kind) {
    case 'running':
      if (decision.resting === true) return besideResting(routine, decision);
      return new AppError('refused', {
        code: 'already-running',
        message: `${routine} is running already: ${decision.run}`,
        hint: waysOut(routine, decision.run),
      });
    case 'group-full': {
      const { group, runs } = decision;
      const names = runs.slice(0, MOST_NAMED).map((run) => `${run.routine} ${run.id}`);
      const more = runs.length - names.length;
      const rest = more === 0 ? '' : `, and ${plural(more, 'more run')}`;
      return new AppError('refused', {
        code: 'group-full',
        message: `no place for ${routine} in the group ${oneLine(group, 80)}: ${names.join(', ')}${rest}`,
        hint: waysOut(routine, runs[0]?.id ?? null),
      });
    }
    case 'touches':
      return new AppError('refused', {
        code: 'touches',
        message: `${routine} touches ${oneLine(decision.pattern, 80)}, and so does ${decision.routine}, which is running: ${decision.run}`,
        hint: waysOut(routine, decision.run),
      });
    default:
      return assertNever(decision);
  }
}

/** It keeps its worktree and goes on some time: there is something to do about that. */
function besideResting(
  routine: RoutineId,
  {
    run,
    rest = 'is parked or waits for an answer',
  }: Extract<AdmissionDecision, { kind: 'running' }>,
): AppError {
  const id = shortIdOf(run);
  return new AppError('refused', {
    code: 'already-running',
    message: `${routine} has a run that ${rest}: ${run}`,
    hint: `See for what: roundsman show ${id}. ${waysOut(routine, run)}`,
  });
}

function waysOut(routine: RoutineId, run: RunId | null): string {
  const end = run === null ? '' : `End it: roundsman cancel ${shortIdOf(run)}. `;
  return `${end}Or let it wait: roundsman run ${routine} --queue. Or start beside it: --anyway.`;
}
