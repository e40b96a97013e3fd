/** Lets branches go, restorably: their commits stay below a ref of ours. */
import { updateRefs } from '../git/update-refs.ts';
import { newRunId } from '../platform/ids.ts';
import { AppError } from '../words/errors.ts';
import type { DiscardedBranch } from '../words/review/branch-verdict.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import type { Workspace } from '../workspace/contract.ts';
import { defaultFolder, removeOwnCheckOut } from './check-out-branch.ts';
import type { Named, ReviewWord } from './contract.ts';
import { findReviewed } from './find-reviewed.ts';
import { claimBranches, placeHere } from './fleet/machine-of.ts';
import {
  noLandingProbe,
  type LandingProbe,
  alone,
  discardedRef,
  openDesk,
  type Desk,
} from './landing/desk.ts';
import { finishDiscard } from './landing/finish-discard.ts';
import { mayGo } from './landing/place-of-target.ts';
import { recoverAll } from './landing/recover-all.ts';

/** All of a set, or none. @param request `reason` is needed */
export async function discardBranches(
  workspace: Workspace,
  request: Named & ReviewWord,
  probe: LandingProbe = noLandingProbe,
): Promise<readonly DiscardedBranch[]> {
  if (request.reason.trim() === '') throw noReason();
  const desk = openDesk(workspace, probe);
  return alone(workspace, async () => {
    await recoverAll(desk);
    const { branches } = await findReviewed(workspace, { what: request.what });
    await mayGo(desk, branches, (branch) => defaultFolder(workspace, branch));
    for (const { branch } of branches) await removeOwnCheckOut(workspace, branch);
    return discard(desk, branches, request);
  });
}

async function discard(
  desk: Desk,
  branches: readonly ReviewBranch[],
  { reason, by }: ReviewWord,
): Promise<readonly DiscardedBranch[]> {
  const { review, clock } = desk.workspace;
  const now = clock.now();
  const records = branches.map(({ branch, tip, runId: run }): DiscardedBranch => {
    const at = now.toISOString();
    const place = placeHere(desk.workspace);
    return { id: newRunId(now), branch, tip, run, reason, by, at, ...place, state: 'deleting' };
  });
  await claimBranches(desk.workspace, records, async () => {
    for (const record of records) await review.discarded.create(record);
  });
  await desk.probe('discard/recorded');
  try {
    await updateRefs(
      desk.git,
      records.flatMap(({ id, branch, tip }) => [
        { kind: 'create', ref: discardedRef(id), to: tip } as const,
        { kind: 'delete', ref: `refs/heads/${branch}`, from: tip } as const,
      ]),
    );
  } catch (thrown) {
    // All of the stroke or none of it: the branches are there still.
    for (const record of records) await review.discarded.write({ ...record, state: 'restored' });
    throw thrown;
  }
  await desk.probe('discard/refs-moved');
  const done: DiscardedBranch[] = [];
  for (const record of records) done.push(await finishDiscard(desk, record));
  return done;
}

function noReason(): AppError {
  return new AppError('usage', {
    code: 'reason-missing',
    message: 'a reason is needed: later runs get it',
    hint: 'Say it: --reason "…"',
  });
}
