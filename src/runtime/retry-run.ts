/** A further attempt of a slot whose run did not end well: what it was given the first time, once more. */
import { sha256 } from '../platform/hash.ts';
import { pinDefinition } from '../routines/pin-definition.ts';
import { admittedHere, buildSpecAgain, manualSlot } from '../scheduler/build-run-spec.ts';
import type { StoredRun } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf, type RunId } from '../words/ids.ts';
import { formatOutcome, wentWell } from '../words/run-outcome.ts';
import { RUN_PROTOCOL, type FollowedRun, type RunSpec } from '../words/run-spec.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import { storedRun } from '../workspace/stored-run.ts';
import { endLeftovers } from './end-leftovers.ts';
import { startAdmitted, type PlannedRun, type StartRequest } from './start-run.ts';

export interface RetryRequest extends StartRequest {
  readonly run: RunId;
  /** A person wants something of it: also when it went well. */
  readonly wanted?: boolean;
  /** What the new attempt is told of the newest one so far. Default: nothing. */
  readonly follows?: (newest: StoredRun) => Promise<FollowedRun>;
}

/** Throws `refused` while the slot's newest run continues, and when that one went well unless `anyway`. */
export async function retryRun(request: RetryRequest): Promise<RunHandle> {
  const { workspace, run } = request;
  return startAdmitted(request, async () => {
    const asked = await storedRun(workspace, run);
    if (asked.spec.part !== undefined && request.wanted === true && request.follows !== undefined)
      return followPart(workspace, asked, request.follows);
    refusePart(asked, 'retry');
    const { newest, after } = await newestAttempt(workspace, asked);
    refuseForeign(newest);
    refuseUnlessFailed(newest, request.anyway === true || request.wanted === true);
    await endLastAttempt(workspace, newest);
    const follows = (await request.follows?.(newest)) ?? null;
    const spec = { ...retrySpec(workspace, newest), ...(follows === null ? {} : { follows }) };
    // After a crash, the next process makes the run from what is stored here.
    await pinDefinition(workspace, spec);
    return { spec, after };
  });
}

/** With a word of what should change a part is gone on with by itself: it is not its slot that is tried again. */
async function followPart(
  workspace: Workspace,
  part: StoredRun,
  follows: NonNullable<RetryRequest['follows']>,
): Promise<PlannedRun> {
  const first = await runAfterPart(workspace, part);
  const attempt = first === null ? null : await newestAttempt(workspace, first);
  const newest = attempt?.newest ?? part;
  refuseForeign(newest);
  refuseUnlessFailed(newest, true);
  await endLastAttempt(workspace, newest);
  const followed = await follows(newest);
  const spec =
    attempt === null
      ? partFollowUp(workspace, part, followed)
      : { ...retrySpec(workspace, newest), follows: followed };
  await pinDefinition(workspace, spec);
  return attempt === null ? { spec } : { spec, after: attempt.after };
}

interface Attempt {
  readonly newest: StoredRun;
  /** What the slot's record names; a crash may have kept it from being made. */
  readonly after: RunId;
}

/** Of the slot that the run belongs to. */
async function newestAttempt(workspace: Workspace, run: StoredRun): Promise<Attempt> {
  const { routine, slot, id } = run.spec;
  const record = await workspace.slots.read(routine.id, slot.key);
  const after = record?.state.kind === 'started' ? record.state.runId : id;
  return { newest: (await workspace.runs.read(after)) ?? run, after };
}

function refuseUnlessFailed(newest: StoredRun, anyway: boolean): void {
  const view = toRunView(newest);
  const id = shortIdOf(view.id);
  if (view.state !== 'ended') {
    throw new AppError('refused', {
      code: 'run-not-ended',
      message: `run ${id} of ${view.routine} has not ended: ${formatOutcome(view)}`,
      hint:
        view.state === 'waiting'
          ? `Answer it: roundsman answer ${id}   or end it: roundsman cancel ${id}`
          : `Wait for it, or end it: roundsman cancel ${id}`,
    });
  }
  if (anyway || !wentWell(view)) return;
  throw new AppError('refused', {
    code: 'run-went-well',
    message: `run ${id} of ${view.routine} went well: ${formatOutcome(view)}`,
    hint: 'Say what should change with --message, go over it again with --anyway, or compare: roundsman replay.',
  });
}

/** A part shares the slot of the run that leads it: that one is begun again, with all of its engines. Throws `refused`. */
export function refusePart({ spec }: StoredRun, verb: 'retry' | 'replay'): void {
  if (spec.part === undefined) return;
  const { of, label } = spec.part;
  throw new AppError('refused', {
    code: 'run-is-part',
    message: `run ${shortIdOf(spec.id)} is what ${label} did in run ${shortIdOf(of)} of ${spec.routine.id}, and no run of its own`,
    hint: `All of its engines again: roundsman ${verb} ${shortIdOf(of)}`,
  });
}

/** What a newer Roundsman decided has to be carried out by one. Throws `refused`. */
export function refuseForeign({ spec, record }: StoredRun): void {
  const protocol = Math.max(spec.protocol, record?.protocol ?? 0);
  if (protocol <= RUN_PROTOCOL) return;
  throw new AppError('refused', {
    code: 'newer-run',
    message: `run ${shortIdOf(spec.id)} of ${spec.routine.id} was made by a newer Roundsman (form ${protocol}, and this one knows ${RUN_PROTOCOL})`,
    hint: `Use that one, or start the routine as it is now: roundsman run ${spec.routine.id}`,
  });
}

/** Two attempts never work at once. Throws `refused` when something of the last one cannot be ended. */
async function endLastAttempt({ location, clock }: Workspace, newest: StoredRun): Promise<void> {
  const { left } = await endLeftovers(location.stateDir, newest, clock);
  if (left.length === 0) return;
  throw new AppError('refused', {
    code: 'attempt-alive',
    message: [
      `run ${shortIdOf(newest.spec.id)} of ${newest.spec.routine.id} has ended, and not all that it started:`,
      ...left.map((line) => `  ${line}`),
    ].join('\n'),
    hint: 'End that first, then retry.',
  });
}

function retrySpec(workspace: Workspace, { spec }: StoredRun): RunSpec {
  const now = workspace.clock.now();
  return buildSpecAgain(spec, admittedHere(workspace, { now, attempt: spec.attempt + 1 }));
}

/**
 * What one of several engines made, gone on with: a run of its own, which works on in the worktree and session of that part.
 * The run that led the parts stays as it is, and so do the other parts.
 * Throws `refused` when nothing of it is kept: again it would be another part, which only its run can start.
 */
function partFollowUp(workspace: Workspace, { spec }: StoredRun, follows: FollowedRun): RunSpec {
  const { part, ...decided } = spec;
  if (follows.kept === null && follows.from === undefined) throw nothingKept(spec);
  const now = workspace.clock.now();
  // Its branch is numbered by the attempt.
  const admitted = admittedHere(workspace, { now, attempt: spec.attempt + 1 });
  // Another one than that which has all of the engines: it is what the run would be made from again after a crash.
  const hash = sha256(JSON.stringify(spec.routine));
  return buildSpecAgain(decided, admitted, {
    definition: { ...spec.definition, hash },
    slot: manualSlot(admitted.id, now),
    follows:
      part === undefined ? follows : { ...follows, part: { of: part.of, label: part.label } },
  });
}

/** The first run that continued with it; `null`: none did yet. */
async function runAfterPart({ runs }: Workspace, { spec }: StoredRun): Promise<StoredRun | null> {
  const { views } = await runs.listViews({ routine: spec.routine.id });
  const later = views.filter(
    ({ id, slot, attempt }) => id > spec.id && slot.trigger === 'manual' && attempt > spec.attempt,
  );
  for (const { id } of later.toReversed()) {
    const run = await runs.read(id);
    const kept = run?.spec.follows?.kept ?? null;
    if (run !== null && kept?.folder === spec.id) return run;
  }
  return null;
}

function nothingKept({ id, part, routine }: RunSpec): AppError {
  return new AppError('refused', {
    code: 'part-not-kept',
    message: `the worktree that ${part?.label ?? 'the part'} had in run ${shortIdOf(part?.of ?? id)} of ${routine.id} is not kept any more, so nothing can continue in it`,
    hint: `All of its engines again: roundsman retry ${shortIdOf(part?.of ?? id)}   longer next time: workspace.keep`,
  });
}
