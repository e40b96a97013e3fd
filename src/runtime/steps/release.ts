/** What is left of a run once it is over: worktrees are kept as long as the routine says, then removed. */
import { resultOf } from '../../domain/run-program.ts';
import { cleanUp } from '../../worktrees/clean-up.ts';
import { releaseRunRepository, type RunEnd } from '../../worktrees/release-run-repository.ts';
import type { StepContext } from './step-context.ts';
import { worktreeRequest } from './worktree-request.ts';

/** Returns notices. Safe to repeat. */
export async function release(context: StepContext): Promise<readonly string[]> {
  return releaseRunRepository(worktreeRequest(context), { result: endOf(context) });
}

/** After a run, never before one: removing many files makes the next checkout slow. */
export async function removeExpired({ spec, gitEnv, clock }: StepContext): Promise<void> {
  await cleanUp({ spec, gitEnv, clock });
}

function endOf({ record }: StepContext): RunEnd['result'] {
  const { execution, report } = resultOf(record);
  return execution === 'succeeded' && report === 'valid' ? 'success' : 'failure';
}
