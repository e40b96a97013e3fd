/** `prepare`: checkout, included files, set-up. Rolled back by worktrees/ when one of them fails. */
import type { StepOutcome } from '../../words/run.ts';
import { prepareWorktree } from '../../worktrees/prepare-worktree.ts';
import { openedBase, done, type StepContext, worktreeRequest } from './step-context.ts';

export async function prepare(context: StepContext): Promise<StepOutcome> {
  const { notices } = await prepareWorktree(worktreeRequest(context), openedBase(context));
  return done({ notices });
}
