/** `hand-back` of a run with parts: they have handed back what they did; its own repository held the base for them. */
import type { StepOutcome } from '../../../words/run.ts';
import { progressOfParts } from '../../../words/variants/judge-parts.ts';
import { removeRunRepository } from '../../../worktrees/release-run-repository.ts';
import { done, type StepContext } from '../step-context.ts';
import { worktreeRequest } from '../worktree-request.ts';

export async function handBackParts(context: StepContext): Promise<StepOutcome> {
  const notices = await removeRunRepository(worktreeRequest(context));
  return done({ ...progressOfParts(context.record.progress.parts ?? []), notices });
}
