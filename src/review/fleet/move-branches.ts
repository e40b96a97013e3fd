/** Branches of other machines when the records come to this one alone: fetched first, and then their refs go from the remote. */
import { gitIn } from '../../git/git-call.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { TravellingBranch } from '../../store/fleet-ports.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { fetchBranch } from './fetch-branch.ts';
import { dropSent, type RemotePlace } from './send-branch.ts';

/** For each branch. */
const ANSWER_MS = 15_000;

/** Gives those that are here; the others stay on the remote. */
export async function bringAllBranches(workspace: Workspace): Promise<readonly TravellingBranch[]> {
  const { fleet } = workspace;
  if (fleet === null) return [];
  const place = placeOf(workspace);
  const here: TravellingBranch[] = [];
  for (const one of await fleet.branches()) {
    if (one.travel.kind !== 'pushed') continue;
    const tip = await resolveCommit(gitIn(place.repository), `refs/heads/${one.branch}`);
    if (tip !== null || (await fetchBranch(place, one)) === null) here.push(one);
  }
  return here;
}

/** As far as the remote lets them go: what stays is looked at by nothing any more. */
export async function dropBranches(
  workspace: Workspace,
  branches: readonly TravellingBranch[],
): Promise<void> {
  for (const one of branches) await dropSent(placeOf(workspace), one);
}

function placeOf({ location, gitEnv, clock }: Workspace): RemotePlace {
  return { repository: { cwd: location.gitDir, env: gitEnv }, clock, answerMs: ANSWER_MS };
}
