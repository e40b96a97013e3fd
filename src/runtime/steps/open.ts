/** `open`: base resolved and pinned, run repository made, nothing checked out yet. */
import { networkNotices } from '../../sandbox/egress/network-notices.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { KeptWork } from '../../words/run-spec.ts';
import type { StepOutcome } from '../../words/run.ts';
import { giveBackRunRepository } from '../../worktrees/give-back-run-repository.ts';
import { openRunRepository } from '../../worktrees/open-run-repository.ts';
import { reopenRunRepository } from '../../worktrees/reopen-run-repository.ts';
import { acceptedRisk } from '../../worktrees/require-accepted-risk.ts';
import { inspectPredecessors } from './inspect-predecessors.ts';
import { done, type StepContext } from './step-context.ts';
import { triedProgram } from './tried-program.ts';
import { worktreeRequest } from './worktree-request.ts';

export async function open(context: StepContext): Promise<StepOutcome> {
  const request = worktreeRequest(context);
  const kept = context.spec.follows?.kept ?? null;
  if (kept !== null) {
    const { base, baseRef, isolation, history } = await reopenRunRepository(request, kept);
    return done({ base, baseRef, isolation, history, notices: [keptWords(context, kept)] });
  }
  // Only an `open` that a crash cut off, or what came after it, left anything: every later step begins with nothing half done.
  await giveBackRunRepository(request);
  const program = await triedProgram(context);
  const opened = await openRunRepository({ ...request, program });
  const { base, baseRef, isolation, history } = opened;
  const { routine } = context.spec;
  const notices = [
    ...opened.notices,
    ...networkNotices(routine, isolation),
    ...acceptedRisk(routine, isolation),
  ];
  const predecessors = await inspectPredecessors(context, opened);
  const found = { base, baseRef, isolation, history, notices };
  return done(predecessors.length === 0 ? found : { ...found, predecessors });
}

function keptWords({ spec }: StepContext, { branch, firstBranch }: KeptWork): string {
  const before =
    spec.follows === undefined || spec.follows === null
      ? ''
      : ` of run ${shortIdOf(spec.follows.run)}`;
  return `the agent worked on in the worktree${before}; what it changed comes back on ${branch}, and ${firstBranch} stays as it was`;
}
