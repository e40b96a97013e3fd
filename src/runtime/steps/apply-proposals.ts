/** What a run proposes to push, and what its routine lets through unseen. */
import { applyPullRequest } from '../../connections/pull-requests/apply-pull-request.ts';
import { goesOnWith } from '../../connections/pull-requests/follow-up.ts';
import type { PullRequestLeft } from '../../connections/pull-requests/propose-pull-request.ts';
import type { PullRequestSurroundings } from '../../connections/pull-requests/pull-request-place.ts';
import { wordsOfCommits } from '../../connections/push/inspect-push.ts';
import { loginFor } from '../../connections/push/login-for.ts';
import {
  defaultNames,
  pushProposal,
  shownPushUrl,
  defaultBranchOf,
} from '../../connections/push/push-proposal.ts';
import { applyProposal } from '../../connections/requests/apply-proposal.ts';
import { forgeOpener, forgePlace } from '../../connectors/open-forge.ts';
import type { LeftToPush } from '../../ledger/requests/proposals-of-lines.ts';
import type { AgentOutput } from '../../reports/contract.ts';
import type { Proposal } from '../../words/proposal.ts';
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

// What is known of the place and the run for a pull request that it asks for. Looked up only then.
export async function pullRequestLeft(
  { record, spec, review, gitEnv }: StepContext,
  lines: AgentOutput['proposals'],
  findings: AgentOutput['findings'],
): Promise<PullRequestLeft | null> {
  const { progress } = record;
  const { base, branch, head, baseRef } = progress;
  if (branch === null || head === null) return null;
  if (lines.every(({ value }) => value.type !== 'pull-request')) return null;
  const rules = spec.routine.outputs.pullRequest ?? null;
  const remote = rules?.remote ?? 'origin';
  const repository = { cwd: spec.workspace.gitDir, env: gitEnv };
  const url = await shownPushUrl(repository, remote);
  const links = await review.pullRequests.list();
  const goesOn = goesOnWith(links, spec);
  return {
    branch,
    tip: head,
    url,
    defaults: await defaultNames(repository, {
      remote,
      bases: [spec.routine.workspace.base, baseRef],
    }),
    forge: forgePlace(spec.settings.connections ?? [], rules?.via ?? '', url ?? ''),
    base: await defaultBranchOf(repository, { remote, baseRef }),
    goesOn,
    open: links.filter(({ routine, state }) => routine === spec.routine.id && state.kind === 'open')
      .length,
    progress,
    findings,
    words: await wordsOfCommits(repository, { from: goesOn?.pushed ?? base, to: head }),
  };
}

/** For what a routine lets through unseen: with the connections that the run was admitted with. */
function pullRequestAround(context: StepContext): PullRequestSurroundings {
  const { spec, clock, locks, env, gitEnv, redactor, runs, items } = context;
  const { gitDir } = spec.workspace;
  const { discarded, pullRequests } = context.review;
  const connections = spec.settings.connections ?? [];
  return {
    repository: { cwd: gitDir, env: gitEnv },
    clock,
    runs,
    items,
    discarded,
    links: pullRequests,
    exclusively: locks.ledger,
    openForge: forgeOpener(connections, { env, clock, learn: redactor.learn }),
    loginFor: loginFor(connections, env, redactor.learn),
  };
}
