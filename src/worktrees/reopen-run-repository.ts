/** A run works on where an earlier one of its slot was: the same worktree, another branch. */
import { resolveCommit } from '../git/resolve-commit.ts';
import { inspectPath, makeFolder } from '../platform/files.ts';
import type { OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError } from '../words/errors.ts';
import { isRunId, shortIdOf, type RunId } from '../words/ids.ts';
import type { KeptWork } from '../words/run-spec.ts';
import { inspectRepository } from './inspect-repository.ts';
import { userGit } from './repository-calls.ts';
import { basePinOf } from './run-identity.ts';
import { readWorktreeState, writeWorktreeState, type WorktreeState } from './worktree-state.ts';

/** Whether an agent could work on in it. A linked worktree was taken out of the user's repository when its run ended. */
export function isReusable(state: WorktreeState | null): state is WorktreeState {
  return state !== null && state.stage === 'prepared' && state.linked === null;
}

/** Pins the base again and keeps the worktree from every clean-up. Safe to repeat. Throws `refused` when it is gone. */
export async function reopenRunRepository(
  request: WorktreeRequest,
  kept: KeptWork,
): Promise<OpenedBase> {
  const { paths, spec } = request;
  const state = await readWorktreeState(paths);
  const folder = await inspectPath(paths.worktree);
  if (!isReusable(state) || folder?.kind !== 'folder') throw gone(request);
  const git = userGit(request);
  const { base } = state.opened;
  if ((await resolveCommit(git, base)) === null) throw gone(request);
  await git(['update-ref', basePinOf(spec.id), base]);
  await request.probe?.('worker/base-pinned');
  await makeFolder(paths.temporary, 0o700);
  // What the user did since then is not the agent's doing.
  const before = state.sandbox === null ? await inspectRepository(request, 'private') : null;
  await writeWorktreeState(paths, {
    ...state,
    branch: kept.branch,
    before,
    holds: holdOf(request),
    keepUntil: null,
  });
  return { ...state.opened, notices: [] };
}

/** Its own hold goes, whatever comes of the work; from now on the usual rules count. Safe to repeat. */
export async function leaveKeptWork(request: WorktreeRequest): Promise<void> {
  const state = await readWorktreeState(request.paths);
  if (state === null) return;
  const holds = state.holds === holdOf(request) ? null : state.holds;
  const usedUntil = request.clock.now().toISOString();
  await writeWorktreeState(request.paths, { ...state, holds, usedUntil });
}

/** The run that a worktree is kept for because that one works on in it; `null`: it is kept for something else. */
export function workedOnBy(holds: string | null): RunId | null {
  const id = /^run (\S+) works on in it$/.exec(holds ?? '')?.[1] ?? '';
  return isRunId(id) ? id : null;
}

function holdOf({ spec }: WorktreeRequest): string {
  return `run ${spec.id} works on in it`;
}

function gone({ spec, paths }: WorktreeRequest): AppError {
  return new AppError('refused', {
    code: 'worktree-gone',
    message: `the worktree that run ${shortIdOf(spec.id)} was to work on in, ${paths.worktree}, is not there any more, or its base is not`,
    hint: `Try it in a fresh one: roundsman retry ${shortIdOf(spec.id)} --fresh`,
  });
}
