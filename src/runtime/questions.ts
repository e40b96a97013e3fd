/** What agents wait to be told, over all runs of a workspace: the most urgent first. */
import { inspectPath } from '../platform/files.ts';
import type { StoredRun } from '../store/ports.ts';
import { storeRestWish } from '../store/run-folder/rest-wish.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { type RunId, type RoutineId, shortIdOf } from '../words/ids.ts';
import { restPhase, type RestPhase, type RestWish } from '../words/rest.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import type { RunQuestion } from '../words/run-question.ts';
import { toRunView } from '../words/run-view.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import { oneLine, plural, stripControls } from '../words/text.ts';
import type { Workspace, RunHandle } from '../workspace/contract.ts';
import { storedRun } from '../workspace/stored-run.ts';
import { handleOf } from './start-run.ts';
import { sendSupervisor } from './warm-supervisor.ts';

export interface OpenQuestion {
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly question: RunQuestion;
  /** ISO 8601, as the next one. */
  readonly since: string;
  /** Then the default is taken, or the run ends with what there is; `null`: whenever. */
  readonly until: string | null;
}

/** Those whose time is up first; then those that have waited longest. */
export async function openQuestions({ runs }: Workspace): Promise<readonly OpenQuestion[]> {
  const unfinished = await runs.listUnfinished();
  return unfinished
    .flatMap((run): readonly OpenQuestion[] => {
      const phase = run.record?.phase;
      if (phase?.kind !== 'waiting') return [];
      const { id, routine } = toRunView(run);
      const { question, since, until } = phase;
      return [{ run: id, routine, question, since, until }];
    })
    .toSorted(byUrgency);
}

function byUrgency(a: OpenQuestion, b: OpenQuestion): number {
  const [one, other] = [a, b].map(({ until }) => (until === null ? Infinity : Date.parse(until)));
  if (one !== undefined && other !== undefined && one !== other) return one - other;
  if (a.since !== b.since) return a.since < b.since ? -1 : 1;
  return a.run < b.run ? -1 : 1;
}

// Answering what an agent asked.
export type Answer =
  | { readonly kind: 'text'; readonly text: string }
  /** Counted from 1, as they are shown. */
  | { readonly kind: 'option'; readonly number: number };

/** Of the agent's next prompt. */
const MAX_ANSWER = 20_000;

/** Stored once and durably when it resolves; the run continues. Throws `refused` when it waits for none, `usage` for no such option. */
export async function answerRun(request: RestRequest, answer: Answer): Promise<RunHandle> {
  const { phase } = await waitingRun(request.workspace, request.run);
  const text = stripControls(wordsOf(phase.question, answer)).trim();
  if (text === '') {
    throw new AppError('usage', {
      code: 'empty-answer',
      message: 'the answer is empty',
      hint: `Say something, or end the run: roundsman cancel ${shortIdOf(request.run)}`,
    });
  }
  if (text.length > MAX_ANSWER) {
    throw new AppError('usage', {
      code: 'long-answer',
      message: `the answer has ${text.length} characters; ${MAX_ANSWER} are taken`,
      hint: 'Put the rest into a file of the repository, and name it.',
    });
  }
  return goOnWithRun(request, { kind: 'answer', text });
}

function wordsOf({ options }: RunQuestion, answer: Answer): string {
  if (answer.kind === 'text') return answer.text;
  const option = options[answer.number - 1];
  if (option !== undefined && answer.number >= 1) return option;
  const known = options.map((one, at) => `${at + 1} (${oneLine(one, 60)})`).join(', ');
  throw new AppError('usage', {
    code: 'no-such-option',
    message: `there is no option ${answer.number}: the question has ${options.length === 0 ? 'none' : plural(options.length, 'option')}`,
    hint: options.length === 0 ? 'Answer in words.' : `There are: ${known}`,
  });
}

// A run at rest continues: answered, or told not to wait any longer. What was wanted is stored once, durably, before
// anybody acts on it, so that a crash in between loses nothing and a second answer is refused.
const TAKEN_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 30;

interface RestRequest {
  readonly workspace: Workspace;
  readonly run: RunId;
  /** Who wants it, for the record. */
  readonly by: string;
  readonly probe?: StepProbe;
}

/** A run that waits for an answer. Throws `refused` / `not-waiting`, or `run-elsewhere` for one of another machine. */
export async function waitingRun(
  workspace: Workspace,
  id: RunId,
): Promise<{ readonly run: StoredRun; readonly phase: Extract<RestPhase, { kind: 'waiting' }> }> {
  const run = await storedRun(workspace, id);
  const phase = restPhase(run.record);
  if (phase?.kind === 'waiting') return { run, phase };
  const view = toRunView(run);
  // What is known of it here may be old.
  if (view.state !== 'ended') await refuseElsewhere(workspace, view);
  throw new AppError('refused', {
    code: 'not-waiting',
    message: `run ${shortIdOf(id)} of ${view.routine} waits for no answer: ${formatOutcome(view)}`,
    hint:
      view.state === 'ended'
        ? `See the result: roundsman show ${shortIdOf(id)}`
        : 'What waits: roundsman status',
  });
}

/**
 * Stores the request and starts a supervisor; the run continues without the handle. Throws `refused` when another caller
 * was faster, `refused` / `run-elsewhere` for a run of another machine.
 */
export async function goOnWithRun(
  { workspace, run: id, by, probe = noProbe }: RestRequest,
  want: { readonly kind: 'answer'; readonly text: string } | { readonly kind: 'go-on' },
): Promise<RunHandle> {
  const { record, spec } = await storedRun(workspace, id);
  await refuseElsewhere(workspace, { id, routine: spec.routine.id });
  const at = workspace.clock.now().toISOString();
  const rests = record?.rests ?? 0;
  const paths = runPaths(workspace.location.stateDir, id);
  const told = (await inspectPath(paths.events))?.size ?? 0;
  const wish: Exclude<RestWish, { kind: 'cancel' }> = { ...want, by, at };
  if (!(await storeRestWish(paths, rests, wish))) {
    // The faster caller may have been cut off before it started a supervisor.
    sendSupervisor(workspace, id);
    throw new AppError('refused', {
      code: 'answered-already',
      message: `run ${shortIdOf(id)} of ${spec.routine.id} was answered already, and continues`,
      hint: `See it: roundsman show ${shortIdOf(id)}`,
    });
  }
  await probe('rest/wish-stored');
  sendSupervisor(workspace, id);
  await untilTaken(workspace, id, rests);
  return handleOf(workspace, id, told);
}

async function refuseElsewhere(
  { fleet }: Workspace,
  { id, routine }: { readonly id: RunId; readonly routine: string },
): Promise<void> {
  const elsewhere = (await fleet?.whereIs(id)) ?? null;
  if (elsewhere === null) return;
  throw new AppError('refused', {
    code: 'run-elsewhere',
    message: `run ${shortIdOf(id)} of ${routine} is on ${elsewhere.host}, and goes on there only`,
    hint: `Give the same command on ${elsewhere.host}.`,
  });
}

/** Until then no process works on the run, and a watcher would think that it rests. */
async function untilTaken(workspace: Workspace, id: RunId, rests: number): Promise<void> {
  const deadline = workspace.clock.monotonic() + TAKEN_WITHIN_MS;
  for (;;) {
    const record = (await workspace.runs.read(id))?.record ?? null;
    if (restPhase(record) === null || (record?.rests ?? 0) !== rests) return;
    if (workspace.clock.monotonic() > deadline) {
      throw new AppError('failed', {
        code: 'supervisor-silent',
        message: `no supervisor took ${id} up within ${TAKEN_WITHIN_MS / 1_000} s`,
        hint: 'What you wanted is stored; the next roundsman command brings another supervisor.',
      });
    }
    await workspace.clock.sleep(LOOK_EVERY_MS);
  }
}
