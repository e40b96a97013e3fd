/** Whether branches may be taken away. Throws `refused`. Reads only. */
import { listCheckouts } from '../../git/list-checkouts.ts';
import { heldBy } from '../../git/under-way.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine } from '../../words/text.ts';
import type { Desk, BranchDesk } from './desk.ts';
import { refused, tipOf } from './place-of-target.ts';

/** @param ownCheckouts the folder of a branch's checkout that goes along; `null`: none does */
export async function mayGo(
  desk: Desk,
  branches: readonly ReviewBranch[],
  ownCheckouts: (branch: string) => string | null = () => null,
): Promise<void> {
  const { location, gitEnv } = desk.workspace;
  const checkouts = await listCheckouts({ cwd: location.gitDir, env: gitEnv });
  const names = branches.map(({ branch }) => branch);
  const worked = await workedOn(desk.workspace, names);
  for (const { branch, tip } of branches) {
    const ref = `refs/heads/${branch}`;
    const shown = oneLine(branch, 200);
    const here = checkouts.find((one) => one.ref === ref);
    const own = ownCheckouts(branch);
    if (here !== undefined && here.folder !== own) {
      const hint = `Leave it there first: git -C ${here.folder} switch --detach`;
      throw refused('branch-checked-out', `${shown} is checked out in ${here.folder}`, hint);
    }
    const held = await heldBy(location.gitDir, ref);
    if (held !== null)
      throw refused(
        'operation-under-way',
        `a ${held.what} of ${shown} is under way in ${held.gitDir}`,
        'End it there first.',
      );
    const run = worked.get(branch);
    if (run !== undefined) {
      const message = `${shown} is still being worked on by the run ${run}`;
      throw refused('worked-on', message, `Wait for its end: roundsman logs ${run} -f`);
    }
    if ((await tipOf(desk, ref)) !== tip)
      throw refused('changed-since', `${shown} has changed since`, 'Look again: roundsman review');
  }
}

// Branches whose run is still at it: what lands now may not be what it makes of it.

/** By branch, the run. */
export async function workedOn(
  { runs }: Pick<BranchDesk['workspace'], 'runs'>,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(branches);
  const found = new Map<string, string>();
  const { unfinished } = await runs.survey();
  for (const { spec, record } of unfinished) {
    const own = record?.progress.branch ?? null;
    for (const branch of [own, spec.follows?.kept?.firstBranch ?? null])
      if (branch !== null && wanted.has(branch)) found.set(branch, spec.id);
  }
  return found;
}
