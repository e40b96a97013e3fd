/**
 * A past run gone over again: its base commit, window, event and inputs, with the definition of today.
 *
 * **Invariant:** a replay counts for nothing but itself. It moves no window, changes no finding and no collector's memory,
 * and what it proposes is held.
 */
import { gitIn } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import type { LoadedRoutine } from '../routines/load-routine.ts';
import { admittedHere, buildSpecAgain } from '../scheduler/build-run-spec.ts';
import type { StoredRun } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf, type CommitSha, type RunId, type SlotKey } from '../words/ids.ts';
import type { OutboxMode, OutputRules, Routine } from '../words/routine.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { replayKey } from '../words/slot.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import { storedRun } from '../workspace/stored-run.ts';
import { loadToRun } from './load-to-run.ts';
import { refuseForeign, refusePart } from './retry-run.ts';
import { startAdmitted, type StartRequest } from './start-run.ts';

interface ReplayRequest extends StartRequest {
  readonly run: RunId;
  /** With the definition that it had, not the one of today. */
  readonly same: boolean;
  /** `key=value`, as given to `--set`; none with `same`. */
  readonly overrides: readonly string[];
}

/** Throws `refused` when the run never had a base or its base is gone, and like `loadRoutine`. */
export async function replayRun(request: ReplayRequest): Promise<RunHandle> {
  const { workspace } = request;
  return startAdmitted(request, async () => {
    const past = await storedRun(workspace, request.run);
    refuseForeign(past);
    refusePart(past, 'replay');
    const base = await baseOf(workspace, past);
    const loaded = request.same
      ? past.spec
      : await loadToRun(workspace, {
          id: past.spec.routine.id,
          overrides: request.overrides,
        });
    return { spec: await replaySpec({ workspace, past, base, loaded }) };
  });
}

async function baseOf(workspace: Workspace, { spec, record }: StoredRun): Promise<CommitSha> {
  const id = shortIdOf(spec.id);
  const base = record?.progress.base ?? null;
  if (base === null) {
    throw new AppError('refused', {
      code: 'run-without-base',
      message: `run ${id} of ${spec.routine.id} never had a base commit: there is nothing to go over again`,
      hint: `Try it once more instead: roundsman retry ${id}`,
    });
  }
  const git = gitIn({ cwd: workspace.location.gitDir, env: workspace.gitEnv });
  if ((await resolveCommit(git, base)) !== null) return base;
  throw new AppError('refused', {
    code: 'base-gone',
    message: `the base of run ${id}, ${base.slice(0, 10)}, is not a commit of this repository any more`,
    hint: 'Fetch it, or run the routine as things are now: roundsman run',
  });
}

async function replaySpec({
  workspace,
  past: { spec: past },
  base,
  loaded,
}: {
  readonly workspace: Workspace;
  readonly past: StoredRun;
  readonly base: CommitSha;
  readonly loaded: Pick<LoadedRoutine, 'routine' | 'definition' | 'settings'>;
}): Promise<RunSpec> {
  const { definition, settings } = loaded;
  const now = workspace.clock.now();
  const set = `workspace.base=${base}`;
  const changes = {
    routine: replayed(loaded.routine, base),
    definition: { ...definition, overrides: [...definition.overrides, set] },
    settings,
    slot: { ...past.slot, key: await freeKey(workspace, past) },
  };
  return buildSpecAgain(past, admittedHere(workspace, { now, attempt: 1 }), changes);
}

function replayed(routine: Routine, base: CommitSha): Routine {
  return {
    ...routine,
    workspace: { ...routine.workspace, base },
    outputs: held(routine.outputs),
  };
}

/** A replay never applies again what was applied in the past: `auto` becomes `review`. */
function held(outputs: OutputRules): OutputRules {
  const { fileItem, push } = outputs;
  const mode = (asked: OutboxMode): OutboxMode => (asked === 'auto' ? 'review' : asked);
  return {
    ...outputs,
    mode: mode(outputs.mode),
    fileItem: fileItem === null ? null : { ...fileItem, mode: mode(fileItem.mode) },
    ...(push === undefined || push === null ? {} : { push: { ...push, mode: mode(push.mode) } }),
  };
}

async function freeKey(workspace: Workspace, past: RunSpec): Promise<SlotKey> {
  for (let turn = 1; ; turn += 1) {
    const key = replayKey(past.id, turn);
    if (key === null) {
      throw new AppError('internal', { code: 'bad-slot-key', message: past.id, hint: '' });
    }
    if ((await workspace.slots.read(past.routine.id, key)) === null) return key;
  }
}
