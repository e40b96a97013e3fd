/** What happens to a run's repository once the run has ended. */
import { removeTree } from '../platform/files.ts';
import type { RunPaths } from '../store/state-paths.ts';
import type { WorktreeRequest } from './contract.ts';
import { removeAdminFolder } from './create-linked-worktree.ts';
import { dropPins } from './drop-pins.ts';
import { readWorktreeState, writeWorktreeState } from './worktree-state.ts';

export interface RunEnd {
  /** Decides which part of `workspace.keep` counts. */
  readonly result: 'success' | 'failure' | 'waiting';
}

/**
 * Keeps the worktree for as long as the routine says, and for ever while it has work that was not handed back;
 * what nobody can want goes at once. Returns notices.
 */
export async function releaseRunRepository(
  request: WorktreeRequest,
  end: RunEnd,
): Promise<readonly string[]> {
  const state = await readWorktreeState(request.paths);
  if (state === null) return [];
  if (end.result !== 'waiting') await removeTree(request.paths.temporary);
  // Nothing but the base was ever in it.
  if (state.stage !== 'prepared' && state.holds === null) return removeRunRepository(request);
  const { successMs, failureMs, waitingMs } = request.spec.routine.workspace.keep;
  const keepMs = { success: successMs, failure: failureMs, waiting: waitingMs }[end.result];
  if (keepMs === 0 && state.holds === null) return removeRunRepository(request);
  const keepUntil = new Date(request.clock.now().getTime() + keepMs).toISOString();
  await writeWorktreeState(request.paths, { ...state, keepUntil });
  if (end.result === 'waiting' || state.holds !== null) return [];
  await removeTree(request.paths.bridge);
  return [];
}

/** Everything of it, with its refs in the user's repository; the run's logs and report stay. Returns notices. */
export async function removeRunRepository(
  request: Pick<WorktreeRequest, 'spec' | 'paths' | 'gitEnv'>,
): Promise<readonly string[]> {
  const state = await readWorktreeState(request.paths);
  const left = await dropPins(request);
  const linked = state?.linked ?? null;
  if (linked !== null) await removeAdminFolder(request, linked.adminFolder);
  await removeFolders(request.paths);
  return left === null ? [] : [left];
}

async function removeFolders(paths: RunPaths): Promise<void> {
  for (const path of [paths.worktree, paths.bridge, paths.temporary, paths.trustedIndex])
    await removeTree(path);
  // Last: while it is there a clean-up that was cut short is done again.
  await removeTree(paths.worktreeState);
}
