/** Lands a branch, or a set as a whole: all of it or nothing. */
import { newRunId } from '../platform/ids.ts';
import type { Landing } from '../words/review/landing.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { LandRequest, LandingPreview } from './contract.ts';
import { placeHere } from './fleet/machine-of.ts';
import { carryLanding, formatTrouble } from './landing/carry-landing.ts';
import {
  noLandingProbe,
  type LandingProbe,
  alone,
  identityHere,
  openDesk,
  gitDateOf,
} from './landing/desk.ts';
import { changesIn } from './landing/inspect-checkout.ts';
import { makeCommits } from './landing/make-commits.ts';
import { placeOfTarget } from './landing/place-of-target.ts';
import { planNamed } from './landing/plan-named.ts';
import { recoverAll } from './landing/recover-all.ts';
import { withScratch } from './landing/scratch.ts';
import { readReviewSettings } from './read-review-settings.ts';

export async function landBranches(
  workspace: Workspace,
  request: LandRequest,
  probe: LandingProbe = noLandingProbe,
): Promise<Landing> {
  const desk = openDesk(workspace, probe);
  return alone(workspace, async () => {
    await recoverAll(desk);
    const plan = await planNamed(desk, request);
    await identityHere(desk);
    const place = await placeOfTarget(desk, plan.target);
    const now = workspace.clock.now();
    const landing: Landing = {
      id: newRunId(now),
      set: plan.set,
      method: request.method ?? (await readReviewSettings(workspace)).land,
      target: plan.target,
      from: place.tip,
      to: null,
      steps: plan.branches.map(({ branch, tip }) => ({ branch, tip, commit: null })),
      state: { kind: 'preparing' },
      reason: request.reason,
      by: request.by,
      ...(request.anyway === true ? { anyway: true } : {}),
      ...(request.deleteBranches === true ? { deletes: true } : {}),
      ...placeHere(workspace),
      startedAt: now.toISOString(),
      endedAt: null,
    };
    await workspace.review.landings.create(landing);
    await probe('landing/recorded');
    const branches = plan.branches.map(({ branch, tip, runId: run, routine }) => ({
      branch,
      tip,
      run,
      routine,
    }));
    return carryLanding(desk, { landing, branches, whenClean: request.whenClean ?? false });
  });
}

// What a landing would do: its commits are made, looked at and thrown away.
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
