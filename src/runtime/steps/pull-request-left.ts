/** What is known of the place and the run for a pull request that it asks for. Looked up only then. */
import { goesOnWith } from '../../connections/pull-requests/goes-on-with.ts';
import type { PullRequestLeft } from '../../connections/pull-requests/propose-pull-request.ts';
import type { PullRequestSurroundings } from '../../connections/pull-requests/pull-request-surroundings.ts';
import { loginFor } from '../../connections/push/login-for.ts';
import {
  defaultBranchOf,
  defaultNames,
  shownPushUrl,
} from '../../connections/push/push-proposal.ts';
import { wordsOfCommits } from '../../connections/push/words-of-commits.ts';
import { forgeOpener, forgePlace } from '../../connectors/open-forge.ts';
import type { AgentOutput } from '../../reports/contract.ts';
import type { StepContext } from './step-context.ts';

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
export function pullRequestAround(context: StepContext): PullRequestSurroundings {
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
