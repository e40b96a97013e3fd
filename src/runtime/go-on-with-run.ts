/**
 * A run at rest continues: answered, or told not to wait any longer. What was wanted is stored once, durably, before
 * anybody acts on it, so that a crash in between loses nothing and a second answer is refused.
 */
import { inspectPath } from '../platform/files.ts';
import type { StoredRun } from '../store/ports.ts';
import { storeRestWish } from '../store/run-folder/rest-wish.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf, type RunId } from '../words/ids.ts';
import { restPhase, type RestPhase, type RestWish } from '../words/rest.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import { toRunView } from '../words/run-view.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import { storedRun } from '../workspace/stored-run.ts';
import { handleOf } from './start-run.ts';
import { sendSupervisor } from './warm-supervisor.ts';

const TAKEN_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 30;

export interface RestRequest {
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
