/** Lands a branch, or a set as a whole: all of it or nothing. */
import { newRunId } from '../platform/ids.ts';
import type { Landing } from '../words/review/landing.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { LandRequest } from './contract.ts';
import { placeHere } from './fleet/machine-of.ts';
import { noLandingProbe, type LandingProbe } from './landing-probe.ts';
import { carryLanding } from './landing/carry-landing.ts';
import { alone, identityHere, openDesk } from './landing/desk.ts';
import { placeOfTarget } from './landing/place-of-target.ts';
import { planNamed } from './landing/plan-named.ts';
import { recoverAll } from './landing/recover-all.ts';
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
