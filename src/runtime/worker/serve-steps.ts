/**
 * The worker of a supervisor: knows how each step is done, decides nothing. Started warm, told its run later,
 * and gone as soon as its stdin ends. Its stdout belongs to the supervisor; what goes wrong with it goes to stderr.
 */
import { join } from 'node:path';

import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { readText } from '../../platform/files.ts';
import { isRecord, parseJson } from '../../platform/json.ts';
import { isAlive } from '../../platform/process-identity.ts';
import { sourceStack } from '../../platform/source-stack.ts';
import { readLines } from '../../platform/standard-input.ts';
import { commandLine, endProcess, writeError, writeOut } from '../../platform/terminal.ts';
import { openChosenStores } from '../../store/open-stores.ts';
import { LEASE_LOST, readLease, removeLease } from '../../store/run-folder/lease-file.ts';
import { readRunRecord, readRunSpec } from '../../store/run-folder/run-guards.ts';
import { asAppError } from '../../words/errors.ts';
import { redactedJson } from '../../words/redaction/redact-value.ts';
import { makeRedactor, type Redactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunRecord, RunStep } from '../../words/run.ts';
import { noProbe, type StepProbe } from '../../words/step-probe.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import { secretsLeftBehind } from '../../worktrees/included-secrets.ts';
import { callGitOnce, cleanUpRuns, doStep, preload, type StepAnswer } from '../steps/do-step.ts';
import type { FromWorker, ToWorker } from '../worker-protocol.ts';

/**
 * A run of a fleet has ended: its record goes to the others, and its lease back when its worker is gone.
 * Nothing for a run without a lease. Throws what the database throws: its worker, or time, does the rest.
 */
async function settleLease(
  { id, workspace }: Pick<RunSpec, 'id' | 'workspace'>,
  { failure }: Pick<RunRecord, 'failure'>,
): Promise<void> {
  const { stateDir } = workspace;
  const lease = await readLease(stateDir, id);
  if (lease === null) return;
  const { runs, dispatch } = await openChosenStores({
    location: workspace,
    clock: systemClock,
    env: readEnvironment(),
  });
  try {
    // Copies what changed into rows.
    await runs.listIds();
    // It gives the lease back as it sees the end: loading a queue for that here is most of what the end of a run costs.
    if (isAlive(lease.worker)) return;
    await dispatch?.queue.settle(lease, failure?.code === LEASE_LOST ? 'lost' : 'ended');
    await removeLease(stateDir, id);
  } finally {
    await dispatch?.close();
  }
}

const BEFORE_WORK: readonly RunStep[] = ['gate', 'open', 'prepare', 'brief'];
const SELDOM: readonly RunStep[] = ['condition', 'collect'];
/**
 * A worker that waits longer is the daemon's, and has time. A manual run comes sooner, also when many start at once, and needs
 * the CPU for itself.
 */
const LONG_WAIT_MS = 3_000;
const AFTER_WORK: readonly RunStep[] = ['check', 'hand-back', 'report'];
/** After that time git has been started. */
const WHILE_GIT_MS = 20;

/** What a worker knows between two messages. */
interface Desk {
  spec: RunSpec | null;
  cancel: AbortController;
  readonly probe: StepProbe;
  /** For all that this process says or writes. */
  readonly redactor: Redactor;
}

/** What the process is for, whole: it is ended in here. */
export async function serveSteps(probe = noProbe): Promise<never> {
  const desk: Desk = {
    spec: null,
    cancel: new AbortController(),
    probe,
    redactor: makeRedactor([]),
  };
  void warmUp(desk, commandLine().includes('after-work') ? AFTER_WORK : BEFORE_WORK);
  for await (const line of readLines()) {
    const message = parseJson(line);
    if (!isToWorker(message)) throw new TypeError(`not a message for a worker: ${oneLine(line)}`);
    switch (message.kind) {
      case 'assign':
        desk.spec = await assigned(desk, message);
        await probe('worker/assigned');
        break;
      case 'cancel':
        desk.cancel.abort();
        break;
      case 'step':
        desk.cancel = new AbortController();
        // Not awaited: a `cancel` must be read while the step is under way.
        void answer(desk, message);
        break;
      case 'clean-up':
        await cleanUp(desk, message);
        break;
    }
  }
  // The supervisor has nothing more to do, or it died in the middle of a step: then another one is about to
  // repeat that step, and two must not do it at once.
  return endProcess(0);
}

/** One that waits long for its run loads the rest too, and calls git once: the first call of a process costs twice. */
async function warmUp(desk: Desk, steps: readonly RunStep[]): Promise<void> {
  await preload(steps);
  if (steps !== BEFORE_WORK) return;
  await systemClock.sleep(LONG_WAIT_MS);
  if (desk.spec !== null) return;
  await preload(SELDOM);
  await callGitOnce();
}

type StepMessage = Extract<ToWorker, { kind: 'step' }>;

async function assigned(
  { redactor }: Desk,
  message: Extract<ToWorker, { kind: 'assign' }>,
): Promise<RunSpec> {
  const spec = await readSpec(message.folder);
  redactor.learn(secretsOfRun(spec.routine, readEnvironment(), spec.settings.connections));
  // A supervisor of before an upgrade has none to tell.
  redactor.learn(message.secrets ?? []);
  redactor.learn(await secretsLeftBehind(spec));
  return spec;
}

async function readSpec(folder: string): Promise<RunSpec> {
  const spec = readRunSpec(parseJson(await readText(join(folder, 'spec.json'))));
  if (spec === null) throw new TypeError(`${folder}/spec.json is not the spec of a run`);
  return spec;
}

async function answer(desk: Desk, message: StepMessage): Promise<void> {
  const { step } = message;
  if (step !== 'work') await desk.probe(`worker/${step}-begun`);
  // While git writes the worktree this process waits, and this may be the worker that comes after the agent.
  if (step === 'prepare') void systemClock.sleep(WHILE_GIT_MS).then(() => preload(AFTER_WORK));
  const done = await stepOutcome(desk, message);
  if (step !== 'work') await desk.probe(`worker/${step}-done`);
  send(desk, { kind: 'outcome', outcome: done.outcome, launch: done.launch });
}

/** A step that threw has failed; the reason is its outcome. */
async function stepOutcome(desk: Desk, { step, record }: StepMessage): Promise<StepAnswer> {
  // A later step has another one.
  const { spec, cancel, probe, redactor } = desk;
  try {
    if (spec === null) throw new TypeError('a step came before its run');
    return await doStep(step, {
      spec,
      record: ofToday(record),
      signal: cancel.signal,
      probe,
      redactor,
      progress: (text) =>
        send(desk, { kind: 'progress', text: oneLine(redactor.text(stripControls(text))) }),
    });
  } catch (thrown) {
    if (cancel.signal.aborted) {
      const failure = { code: 'cancelled', message: `cancelled during ${step}`, hint: '' };
      return { outcome: { kind: 'failed', failure, patch: {} }, launch: null };
    }
    const error = asAppError(thrown);
    if (error.code === 'internal')
      writeError(redactor.text(`${sourceStack(error)}\n${String(error.cause)}`));
    return { outcome: { kind: 'failed', failure: error.toFailure(), patch: {} }, launch: null };
  }
}

async function cleanUp(
  desk: Desk,
  { record }: Extract<ToWorker, { kind: 'clean-up' }>,
): Promise<void> {
  const { spec, probe, redactor } = desk;
  await probe('worker/clean-up-begun');
  const tell = (thrown: unknown): void =>
    writeError(redactor.text(thrown instanceof Error ? sourceStack(thrown) : String(thrown)));
  try {
    if (spec !== null) {
      // First: another machine may wait for it.
      await settleLease(spec, record).catch(tell);
      await cleanUpRuns(spec, { record: ofToday(record), redactor });
    }
  } catch (thrown) {
    // The run has ended; what could not be removed now is removed after a later one.
    tell(thrown);
  }
  await probe('worker/clean-up-done');
  send(desk, { kind: 'outcome', outcome: { kind: 'done', patch: {} }, launch: null });
}

/** A supervisor that was started before an upgrade sends what it knows. */
function ofToday(record: RunRecord): RunRecord {
  return readRunRecord(record) ?? record;
}

/** All that a step says ends up where people read it, but for the plan to start the agent, which is stored nowhere. */
function send({ redactor }: Desk, message: FromWorker): void {
  const launch = message.kind === 'outcome' ? message.launch : null;
  const said = parseJson(redactedJson({ ...message, launch: null }, redactor));
  writeOut(`${JSON.stringify(isRecord(said) ? { ...said, launch } : said)}\n`);
}

function isToWorker(value: unknown): value is ToWorker {
  return isRecord(value) && typeof value['kind'] === 'string';
}
