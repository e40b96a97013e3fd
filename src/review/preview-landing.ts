/** What a landing would do: its commits are made, looked at and thrown away. */
import { newRunId } from '../platform/ids.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { LandingPreview, LandRequest } from './contract.ts';
import { changesIn } from './landing/changes-between.ts';
import { gitDateOf, identityHere, openDesk } from './landing/desk.ts';
import { formatTrouble } from './landing/format-trouble.ts';
import { makeCommits } from './landing/make-commits.ts';
import { placeOfTarget } from './landing/place-of-target.ts';
import { planNamed } from './landing/plan-named.ts';
import { withScratch } from './landing/scratch.ts';
import { readReviewSettings } from './read-review-settings.ts';

export async function previewLanding(
  workspace: Workspace,
  request: LandRequest,
): Promise<LandingPreview> {
  const desk = openDesk(workspace);
  const plan = await planNamed(desk, request);
  const committer = { ...(await identityHere(desk)), at: gitDateOf(workspace.clock.now()) };
  const { tip: from, checkout } = await placeOfTarget(desk, plan.target);
  const id = `preview-${newRunId(workspace.clock.now())}`;
  const { set, target, passedOver } = plan;
  const method = request.method ?? (await readReviewSettings(workspace)).land;
  const words = { target, set, reason: request.reason, landing: id };
  const branches = plan.branches.map(({ branch, tip, runId: run, routine }) => ({
    branch,
    tip,
    run,
    routine,
  }));
  const changes = await withScratch(desk, { id, tip: from }, async ({ context: scratch }) => {
    const made = await makeCommits({ scratch, method, from, branches, words, committer });
    if (made.kind === 'trouble') throw formatTrouble(made, { target, set });
    return changesIn(scratch, { from, to: made.commits.at(-1) ?? from });
  });
  return {
    set,
    method,
    target,
    passedOver,
    checkout: checkout?.folder ?? null,
    branches: plan.branches.map(({ branch, tip, subject, commits }) => ({
      branch,
      tip,
      subject,
      commits,
    })),
    files: changes.map(({ path, status }) => ({ path, status })),
  };
}
