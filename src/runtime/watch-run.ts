/** Following a run from outside: its events as they come, and its end, also when its supervisor dies. */
import { readFrom, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { signalProcess } from '../platform/process-identity.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { RunId } from '../words/ids.ts';
import type { RunEvent } from '../words/run-event.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { endOfRestOf, isAtRest, sortUnfinished } from './live-runs.ts';
import { sendSupervisor } from './warm-supervisor.ts';

const LOOK_EVERY_MS = 50;
/** Reading the record of a run costs many times what a look for new events costs. */
const LOOKS_PER_RECORD = 10;

/**
 * Every event from the beginning, or from that byte of the file; ends after `ended`, at the signal, or when no process
 * works on the run any more.
 */
export async function* watchRun(
  workspace: Workspace,
  id: RunId,
  { signal, from = 0 }: { readonly signal?: AbortSignal | undefined; readonly from?: number } = {},
): AsyncGenerator<RunEvent> {
  const path = runPaths(workspace.location.stateDir, id).events;
  const decoder = new TextDecoder();
  let offset = from;
  let rest = '';
  let unattended = false;
  let looks = 0;
  for (;;) {
    if (signal?.aborted === true) return;
    const bytes = await readFrom(path, offset);
    offset += bytes.length;
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = tryParseJson(line);
      if (!isRunEvent(event)) continue;
      yield event;
      if (event.kind === 'ended') return;
    }
    if (bytes.length === 0 && unattended) return;
    // What it wrote until it was left is read before this ends.
    looks = bytes.length > 0 ? 0 : looks + 1;
    unattended = looks % LOOKS_PER_RECORD === 1 && !(await isAttended(workspace, id));
    if (looks > 0 && !unattended) await workspace.clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/**
 * The run once it has ended, or is at rest: parked, or waiting for an answer. Throws `failed` / `supervisor-lost` when no
 * process will end it.
 */
export async function waitForEnd(workspace: Workspace, id: RunId): Promise<RunView> {
  for (;;) {
    const attended = await isAttended(workspace, id);
    const run = await workspace.runs.read(id);
    const view = run === null ? null : toRunView(run);
    if (view?.state === 'ended') return view;
    if (
      run !== null &&
      view !== null &&
      isAtRest(run) &&
      endOfRestOf(run, workspace.clock.now()) === null
    )
      return view;
    if (!attended) {
      throw new AppError('failed', {
        code: 'supervisor-lost',
        message: `the supervisor of ${id} died`,
        hint: 'The next roundsman command finishes the run and keeps what the agent left.',
      });
    }
    await workspace.clock.sleep(LOOK_EVERY_MS);
  }
}

/** Leaves the wish to stop in the run's folder and wakes its supervisor. Returns at once. */
export async function cancelRun(workspace: Workspace, id: RunId, reason: string): Promise<void> {
  return stopRun(workspace, id, { reason, how: 'cancel' });
}

interface StopWish {
  readonly reason: string;
  /** `terminate`: the agent gets no time to tidy up. */
  readonly how: 'cancel' | 'terminate';
}

/** Throws `refused` / `already-ended` when there is nothing to stop. */
export async function stopRun(
  workspace: Pick<
    Workspace,
    'runs' | 'clock' | 'location' | 'env' | 'programs' | 'dispatch' | 'fleet'
  >,
  id: RunId,
  { reason, how }: StopWish,
): Promise<void> {
  const run = await workspace.runs.read(id);
  if (run === null) {
    throw new AppError('not-found', {
      code: 'no-such-run',
      message: `there is no run ${id}`,
      hint: 'List them: roundsman runs',
    });
  }
  if (run.record?.phase.kind === 'ended') {
    throw new AppError('refused', {
      code: 'already-ended',
      message: `run ${shortIdOf(id)} of ${run.spec.routine.id} has ended already`,
      hint: `See its result: roundsman show ${shortIdOf(id)}`,
    });
  }
  if (run.spec.admittedBy.machine !== undefined) {
    if (await workspace.dispatch?.stop(id, how, reason)) return;
    const host = (await workspace.fleet?.whereIs(id))?.host ?? 'another machine';
    throw new AppError('refused', {
      code: 'run-elsewhere',
      message: `run ${shortIdOf(id)} of ${run.spec.routine.id} is on ${host}, where no worker is up`,
      hint: `Give the same command on ${host}, or start a worker there: roundsman work`,
    });
  }
  const at = workspace.clock.now().toISOString();
  await writeDurably(
    runPaths(workspace.location.stateDir, id).cancel,
    JSON.stringify({ reason, how, at }),
  );
  // No process works on it: a supervisor has to end it.
  if (isAtRest(run)) sendSupervisor(workspace, id);
  if (run.record?.phase.kind === 'running') signalProcess(run.record.phase.supervisor, 'SIGUSR2');
}

async function isAttended(workspace: Workspace, id: RunId): Promise<boolean> {
  const run = await workspace.runs.read(id);
  if (run === null || run.record?.phase.kind === 'ended') return false;
  return sortUnfinished([run]).live.length === 1;
}

function isRunEvent(value: unknown): value is RunEvent {
  return isRecord(value) && typeof value['kind'] === 'string' && typeof value['at'] === 'string';
}
