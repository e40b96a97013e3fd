import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { noProbe } from '../../words/step-probe.ts';
import type { StepContext } from './step-context.ts';

/** The part of a step's context that worktrees/ works with. */
export function worktreeRequest(context: StepContext): WorktreeRequest {
  const { spec, paths, gitEnv, env, clock, proposals, signal, redactor, probe = noProbe } = context;
  const progress = (text: string): void => context.progress(text);
  return { spec, paths, gitEnv, env, clock, proposals, signal, redactor, probe, progress };
}
