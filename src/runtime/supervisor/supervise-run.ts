/**
 * Interprets the program of one run: asks `run-program` for the next step, stores the cursor, lets the worker
 * do the step (or supervises the agent, for `work`), stores what came of it.
 *
 * **Invariant:** `state.json` says `begun` before anything of a step happens and `done`, with what came of it, before
 * anything of the next one does, so that whoever finds a dead supervisor knows where it was.
 */
import { formatDuration } from '../../domain/duration.ts';
import type { Failure } from '../../domain/errors.ts';
import type { Redactor } from '../../domain/redaction/redactor.ts';
import { failureOfExit, nextStep, resultOf, type ProgramState } from '../../domain/run-program.ts';
import type {
  AgentExit,
  Cursor,
  LaunchPlan,
  RunRecord,
  RunSpec,
  RunStep,
} from '../../domain/run.ts';
import type { StepProbe } from '../../domain/step-probe.ts';
import type { Clock } from '../../platform/clock.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import type { RunPaths } from '../../store/state-paths.ts';
import { superviseAgent } from './agent-process.ts';
import type { CancelWatch } from './cancel-watch.ts';
import type { RecordWriter } from './record-writer.ts';
import {
  WORKER_DIED,
  type StepListeners,
  type WorkerAnswer,
  type WorkerLink,
} from './worker-link.ts';

export interface Supervision {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  readonly clock: Clock;
  readonly writer: RecordWriter;
  readonly redactor: Redactor;
  readonly cancel: CancelWatch;
  /** The first worker may be warm already; later ones are started when they are needed. */
  worker(): WorkerLink;
  /** Lets the current worker end: the next call of `worker` starts another. */
  releaseWorker(): void;
  /** Steps that an earlier supervisor of this run had finished. */
  readonly finished: readonly RunStep[];
  readonly probe: StepProbe;
}

const NEVER = new Promise<string>(() => undefined);

export async function superviseRun(run: Supervision): Promise<void> {
  const finished = [...run.finished];
  let launch: LaunchPlan | null = null;
  let cancelled: string | null = null;
  void run.cancel.cancelled.then((reason) => (cancelled = reason));
  for (;;) {
    const step = nextStep(programState(run, finished, cancelled !== null));
    if (step === null) break;
    await begin(run, step);
    await run.probe(`supervisor/${step}-begun`);
    if (step === 'work') await work(run, launch);
    else launch = (await delegate(run, step, cancelled)) ?? launch;
    await run.probe(`supervisor/${step}-done`);
    finished.push(step);
  }
  await storeEnd(run, cancelled);
}

function programState(
  run: Supervision,
  finished: readonly RunStep[],
  cancelled: boolean,
): ProgramState {
  const record = run.writer.current();
  return {
    finished,
    failed: record.failure !== null && record.agentExit === null,
    skipped: record.skipped !== null,
    cancelled,
    agentExit: record.agentExit,
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
    cancelled: undoable || step === 'check' ? run.cancel.cancelled : NEVER,
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
    const answer = await run.worker().step(step, run.writer.current(), listeners);
    const { outcome } = answer;
    if (outcome.kind !== 'failed' || outcome.failure.code !== WORKER_DIED) return answer;
    run.releaseWorker();
    if (left === 1 || cut) return answer;
  }
}

async function work(run: Supervision, launch: LaunchPlan | null): Promise<void> {
  // While the agent works, the run costs one small process and nothing else.
  run.releaseWorker();
  run.redactor.learn(launch?.secrets ?? []);
  const at = (): string => run.clock.now().toISOString();
  const exit: AgentExit =
    launch === null
      ? notStarted('the brief gave no plan to start it')
      : await superviseAgent({
          runId: run.spec.id,
          plan: launch,
          logs: { stdout: run.paths.agentLog, stderr: run.paths.agentErrors },
          maxOutputBytes: run.spec.limits.maxOutputBytes,
          redactor: run.redactor,
          clock: run.clock,
          cancelled: run.cancel.cancelled,
          forced: run.cancel.forced,
          onStarted: async (agent) => {
            await run.probe('supervisor/agent-started');
            await run.writer.update((record) =>
              record.phase.kind === 'running'
                ? { ...record, phase: { ...record.phase, agent } }
                : record,
            );
            await run.probe('supervisor/agent-stored');
          },
          onLine: (text) => run.writer.event({ kind: 'agent-line', at: at(), text }),
        });
  if (launch !== null) await run.probe('supervisor/agent-ended');
  const { timeoutMs, idleTimeoutMs } = run.spec.routine.limits;
  const failure = failureOfExit(exit, {
    run: run.spec.id,
    timeout: formatDuration(timeoutMs),
    idle: formatDuration(idleTimeoutMs),
  });
  await run.writer.update((record) => ({
    ...withCursor(record, { step: 'work', at: 'done' }),
    agentExit: exit,
    failure: record.failure ?? failure,
  }));
  run.writer.event({
    kind: 'step',
    at: at(),
    step: 'work',
    phase: failure === null ? 'done' : 'failed',
  });
}

function notStarted(message: string): AgentExit {
  return {
    cause: 'not-started',
    exitCode: null,
    signal: null,
    durationMs: 0,
    outputBytes: 0,
    droppedBytes: 0,
    strays: 0,
    denied: [],
    message,
  };
}

async function noteFailure(run: Supervision, failure: Failure): Promise<void> {
  if (run.writer.current().failure !== null) return;
  await run.writer.update((record) => ({ ...record, failure }));
}

async function begin(run: Supervision, step: RunStep): Promise<void> {
  await run.writer.update((record) => withCursor(record, { step, at: 'begun' }));
  run.writer.event({ kind: 'step', at: run.clock.now().toISOString(), step, phase: 'begun' });
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

async function storeEnd(run: Supervision, cancelled: string | null): Promise<void> {
  if (cancelled !== null)
    await noteFailure(run, { code: 'cancelled', message: cancelled, hint: '' });
  const endedAt = run.clock.now().toISOString();
  await run.writer.update((record) => ({
    ...record,
    phase: { kind: 'ended', result: record.skipped === null ? resultOf(record) : null, endedAt },
  }));
  await run.probe('supervisor/end-stored');
  run.writer.event({ kind: 'ended', at: endedAt });
  await run.writer.flush();
}
