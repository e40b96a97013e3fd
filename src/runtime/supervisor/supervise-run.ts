/**
 * Interprets the program of one run: asks `run-program` for the next step, stores the cursor, lets the worker
 * do the step (or supervises the agent, for `work`), stores the result.
 *
 * **Invariant:** `state.json` says `begun` before anything of a step happens and `done`, with its result, before
 * anything of the next step happens, so a process that finds a dead supervisor knows where it was.
 */
import { failureOfExit } from '../../engines/agent-failure.ts';
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import { endLeft } from '../../platform/confined-process.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { LEASE_LOST } from '../../store/run-folder/lease-file.ts';
import { unseenExit } from '../../words/agent-exit.ts';
import { awaitedAttempt, withAgentBegun } from '../../words/current-attempt.ts';
import { formatDuration } from '../../words/duration.ts';
import type { Failure } from '../../words/errors.ts';
import {
  nextStep,
  resultOf,
  STEPS_BEFORE_BRIEF,
  type ProgramState,
} from '../../words/run-program.ts';
import type { Cursor, RunRecord, RunStep } from '../../words/run.ts';
import { leadsParts } from '../../words/variants/parts.ts';
import { afterAgent, type AfterAgent } from './after-agent.ts';
import { superviseWork } from './supervise-work.ts';
import type { Supervision } from './supervision.ts';
import { WORKER_DIED, type StepListeners, type WorkerAnswer } from './worker-link.ts';

/** Whatever the clock on the wall says. */
const MOST_WAIT_MS = 120_000;
const END_TRIES = 60;
const END_AGAIN_MS = 1_000;

/** `resting`: no process works on it any more, and it has not ended. */
export async function superviseRun(run: Supervision): Promise<'ended' | 'resting'> {
  const finished = [...run.finished];
  let launch: LaunchPlan | null = null;
  let cancelled: string | null = null;
  void run.cancel.cancelled.then((reason) => (cancelled = reason));
  const isCancelled = (): boolean => cancelled !== null;
  for (;;) {
    const step = nextStep(programState(run, finished, isCancelled()));
    if (step === null || run.leaseLost() !== null) break;
    if (step === 'brief') await untilNotBefore(run);
    const recorded = await begin(run, step, launch);
    await run.probe(`supervisor/${step}-begun`);
    let after: AfterAgent = 'on';
    if (step === 'work') after = await work(run, launch, { recorded, isCancelled });
    else launch = (await delegate(run, step, cancelled)) ?? launch;
    await run.probe(`supervisor/${step}-done`);
    if (after === 'rests') return 'resting';
    if (after === 'again') {
      launch = null;
      finished.splice(0, finished.length, ...STEPS_BEFORE_BRIEF);
    } else finished.push(step);
  }
  await storeEnd(run, cancelled);
  return 'ended';
}

/** Before a further process of the agent, as long as it was decided. */
async function untilNotBefore({ writer, clock, cancel }: Supervision): Promise<void> {
  const notBefore = awaitedAttempt(writer.current())?.notBefore ?? null;
  const wait = notBefore === null ? 0 : Date.parse(notBefore) - clock.now().getTime();
  if (!(wait > 0)) return;
  const done = new AbortController();
  await Promise.race([clock.sleep(Math.min(wait, MOST_WAIT_MS), done.signal), cancel.cancelled]);
  done.abort();
}

function programState(
  run: Supervision,
  finished: readonly RunStep[],
  cancelled: boolean,
): ProgramState {
  const record = run.writer.current();
  return {
    finished,
    // Before the agent was to start, for the first time or once more.
    failed: record.failure !== null && (record.agentExit === null || !finished.includes('work')),
    skipped: record.skipped !== null,
    cancelled,
    agentExit: record.agentExit,
    leads: leadsParts(run.spec),
  };
}

async function delegate(
  run: Supervision,
  step: RunStep,
  cancelled: string | null,
): Promise<LaunchPlan | null> {
  const at = (): string => run.clock.now().toISOString();
  const undoable = !AFTER_WORK.has(step) && cancelled === null;
  // What comes after the work keeps what there is; it is never cut short.
  if (cancelled !== null)
    await noteFailure(run, { code: 'cancelled', message: cancelled, hint: '' });
  const { outcome, launch } = await askWorkers(run, step, {
    progress: (text) => run.writer.event({ kind: 'progress', at: at(), text }),
    notice: (text) => run.writer.event({ kind: 'notice', at: at(), text }),
    cancelled: undoable || step === 'check' ? run.cancel.cancelled : run.cancel.lost,
    forced: run.cancel.forced,
  });
  const first = run.writer.current().failure === null;
  await run.writer.update((record) => ({
    ...withCursor(record, { step, at: 'done' }),
    progress: {
      ...record.progress,
      ...outcome.patch,
      notices: [
        ...record.progress.notices,
        ...(outcome.patch.notices ?? []),
        // Not the first thing that went wrong: kept beside it.
        ...(outcome.kind === 'failed' && !first ? [`${step}: ${outcome.failure.message}`] : []),
      ],
    },
    skipped: outcome.kind === 'skip' ? outcome.reason : record.skipped,
    failure: outcome.kind === 'failed' ? (record.failure ?? outcome.failure) : record.failure,
  }));
  const phase = outcome.kind === 'failed' ? 'failed' : outcome.kind === 'skip' ? 'skipped' : 'done';
  run.writer.event({ kind: 'step', at: at(), step, phase });
  return launch;
}

const AFTER_WORK: ReadonlySet<RunStep> = new Set([
  'check',
  'hand-back',
  'report',
  'outbox',
  'deliver',
]);
/** A worker may be killed for want of memory, which is over a moment later. */
const MAX_WORKERS = 3;

/** What comes after the work brings it to where people find it, and may be repeated: another worker does. */
async function askWorkers(
  run: Supervision,
  step: RunStep,
  listeners: StepListeners,
): Promise<WorkerAnswer> {
  let cut = false;
  void listeners.cancelled.then(() => (cut = true));
  for (let left = AFTER_WORK.has(step) ? MAX_WORKERS : 1; ; left -= 1) {
    const answer = await run.workers.current().step(step, run.writer.current(), listeners);
    const { outcome } = answer;
    if (outcome.kind !== 'failed' || outcome.failure.code !== WORKER_DIED) return answer;
    run.workers.release();
    await endWhatItLeft(run);
    if (left === 1 || cut) return answer;
  }
}

/** A worker that was killed could not end its commands. */
async function endWhatItLeft({ spec, paths, clock, writer }: Supervision): Promise<void> {
  const { left } = await endLeft({
    runId: spec.id,
    groupList: paths.controlGroups,
    roots: [],
    clock,
  });
  if (left.length > 0) await writer.update((record) => withNotices(record, left));
}

function withNotices(record: RunRecord, notices: readonly string[]): RunRecord {
  const { progress } = record;
  return { ...record, progress: { ...progress, notices: [...progress.notices, ...notices] } };
}

/** @param recorded whether its start is recorded: an unrecorded agent is not started, because it could be started twice */
async function work(
  run: Supervision,
  launch: LaunchPlan | null,
  { recorded, isCancelled }: { readonly recorded: boolean; readonly isCancelled: () => boolean },
): Promise<AfterAgent> {
  // While the agent works, the run soon costs one small process and nothing else.
  run.workers.releaseSoon();
  run.redactor.learn(launch?.secrets ?? []);
  const notices: string[] = [];
  if (recorded && leadsParts(run.spec)) return workOfParts(run);
  const exit = recorded
    ? await superviseWork(run, launch, (text) => notices.push(text))
    : unseenExit('not-started', 'that it begins could be recorded nowhere: the disk takes nothing');
  const { timeoutMs, idleTimeoutMs } = run.spec.routine.limits;
  const failure = failureOfExit(exit, {
    run: run.spec.id,
    timeout: formatDuration(timeoutMs),
    idle: formatDuration(idleTimeoutMs),
  });
  const end = { exit, failure, notices, cancelled: isCancelled() };
  const after = await afterAgent(run, end, (record) =>
    withCursor(record, { step: 'work', at: 'done' }),
  );
  run.writer.event({
    kind: 'step',
    at: run.clock.now().toISOString(),
    step: 'work',
    phase: failure === null ? 'done' : 'failed',
  });
  return after;
}

/** Few runs have parts. What each of them needs once more is for itself to decide. */
async function workOfParts(run: Supervision): Promise<AfterAgent> {
  const { superviseParts } = await import('../variants/supervise-parts.ts');
  const { exit, failure } = await superviseParts(run);
  await run.writer.update((record) => ({
    ...withCursor(record, { step: 'work', at: 'done' }),
    agentExit: exit,
    failure: record.failure ?? failure,
  }));
  const at = run.clock.now().toISOString();
  run.writer.event({ kind: 'step', at, step: 'work', phase: failure === null ? 'done' : 'failed' });
  return 'on';
}

async function noteFailure(run: Supervision, failure: Failure): Promise<void> {
  if (run.writer.current().failure !== null) return;
  await run.writer.update((record) => ({ ...record, failure }));
}

async function begin(run: Supervision, step: RunStep, launch: LaunchPlan | null): Promise<boolean> {
  const at = run.clock.now().toISOString();
  const recorded = await run.writer.update((record) => {
    const begun = withCursor(record, { step, at: 'begun' });
    return step === 'work' ? withAgentBegun(begun, { at, engine: launch?.engine ?? null }) : begun;
  });
  run.writer.event({ kind: 'step', at: run.clock.now().toISOString(), step, phase: 'begun' });
  return recorded;
}

function withCursor(record: RunRecord, cursor: Cursor): RunRecord {
  const keepsAgent = cursor.at === 'done' && record.phase.kind === 'running';
  return {
    ...record,
    phase: {
      kind: 'running',
      cursor,
      supervisor: ownIdentity(),
      agent: keepsAgent ? record.phase.agent : null,
    },
  };
}

/** Whatever failed before: by this another machine knows that the run may begin there. */
function leaseFailure(reason: string): Failure {
  return {
    code: LEASE_LOST,
    message: reason,
    hint: 'The daemon that plans begins the run again, on a worker that answers.',
  };
}

async function storeEnd(run: Supervision, cancelled: string | null): Promise<void> {
  if (cancelled !== null)
    await noteFailure(run, { code: 'cancelled', message: cancelled, hint: '' });
  const lost = run.leaseLost();
  if (lost !== null)
    await run.writer.update((record) => ({ ...record, failure: leaseFailure(lost) }));
  const endedAt = run.clock.now().toISOString();
  const end = (record: RunRecord): RunRecord => ({
    ...record,
    phase: { kind: 'ended', result: record.skipped === null ? resultOf(record) : null, endedAt },
  });
  // Without it the whole end would be done once more: worth some patience with a disk that takes nothing.
  for (let tries = 1; !(await run.writer.update(end)) && tries < END_TRIES; tries += 1)
    await run.clock.sleep(END_AGAIN_MS);
  await run.probe('supervisor/end-stored');
  run.writer.event({ kind: 'ended', at: endedAt });
  await run.writer.flush();
}
