/** What a run proposes to push, and what its routine lets through unseen. */
import { applyPullRequest } from '../../connections/pull-requests/apply-pull-request.ts';
import { defaultNames, pushProposal, shownPushUrl } from '../../connections/push/push-proposal.ts';
import { wordsOfCommits } from '../../connections/push/words-of-commits.ts';
import { applyProposal } from '../../connections/requests/apply-proposal.ts';
import type { LeftToPush } from '../../ledger/requests/propose-push-branch.ts';
import type { AgentOutput } from '../../reports/contract.ts';
import type { Proposal } from '../../words/proposal.ts';
import { pullRequestAround } from './pull-request-left.ts';
import type { StepContext } from './step-context.ts';

/** Looked up only when something is to be pushed. */
export async function leftToPush(
  { record, spec, gitEnv }: StepContext,
  lines: AgentOutput['proposals'],
): Promise<LeftToPush | null> {
  const { base, branch, head, baseRef } = record.progress;
  const remote = spec.routine.outputs.push?.remote ?? 'origin';
  if (branch === null || head === null) return null;
  if (lines.every(({ value }) => value.type !== 'push-branch')) return null;
  const repository = { cwd: spec.workspace.gitDir, env: gitEnv };
  const bases = [spec.routine.workspace.base, baseRef];
  return {
    branch,
    tip: head,
    url: await shownPushUrl(repository, remote),
    defaults: await defaultNames(repository, { remote, bases }),
    words: await wordsOfCommits(repository, { from: base, to: head }),
  };
}

/** What the routine lets through unseen; done over, it does nothing twice. */
export async function applyApproved(
  context: StepContext,
  proposals: readonly Proposal[],
): Promise<readonly Proposal[]> {
  const { clock, locks } = context;
  const around = pullRequestAround(context);
  const after: Proposal[] = [];
  for (const proposal of proposals) {
    const applied = await applyProposal({
      ...context,
      exclusively: locks.ledger,
      id: proposal.id,
      now: () => clock.now().toISOString(),
      push: (one) => pushProposal(one, around),
      pullRequest: (one) => applyPullRequest(one, around),
      track: async (one) => {
        const [{ trackProposal }, { trackersOfRun }] = await Promise.all([
          import('../../connections/trackers/track-proposal.ts'),
          import('./trackers-of-run.ts'),
        ]);
        return trackProposal(one, trackersOfRun(context));
      },
    });
    after.push(applied ?? proposal);
  }
  return after;
}
