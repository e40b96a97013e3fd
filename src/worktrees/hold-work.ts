import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { needWorktreeState, writeWorktreeState } from './worktree-state.ts';

/** From now on no clean-up removes the worktree: it has work that was not handed back. */
export async function holdWork(request: WorktreeRequest, reason: string): Promise<void> {
  const state = await needWorktreeState(request.paths);
  await writeWorktreeState(request.paths, { ...state, holds: reason });
}
