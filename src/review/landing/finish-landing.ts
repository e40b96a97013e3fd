/** What follows once a target was moved: record, verdicts, branches, refs. Safe to repeat. */
import { listCheckouts } from '../../git/add-checkout.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { removeTree } from '../../platform/files.ts';
import type { Landing } from '../../words/review/landing.ts';
import { noteLanding } from '../note-landing.ts';
import { incomingRef, landedRef, type Desk, dropOwnRefs } from './desk.ts';
import { tipOf } from './place-of-target.ts';
import { scratchFolder } from './scratch.ts';
import { writeVerdicts } from './write-verdicts.ts';

/** @param landing whose target stands at `to`; its state is `landed` */
export async function finishLanding(desk: Desk, landing: Landing): Promise<Landing> {
  const { review, clock } = desk.workspace;
  await review.landings.write(landing);
  await desk.probe('landing/landed-stored');
  const { id, by, reason, startedAt: at } = landing;
  await writeVerdicts(
    desk,
    landing.steps.map(({ branch, tip, commit }) => ({
      kind: 'landed' as const,
      branch,
      tip,
      reason,
      by,
      at,
      landing: id,
      ...(commit === null ? {} : { commit }),
    })),
  );
  await desk.probe('landing/verdicts-written');
  if (landing.deletes === true) await deleteBranches(desk, landing);
  await desk.probe('landing/branches-deleted');
  await dropOwnRefs(desk, [incomingRef(id)]);
  await removeTree(scratchFolder(desk, id));
  const ended: Landing = { ...landing, endedAt: clock.now().toISOString() };
  // A landing is none the worse without.
  await noteLanding(desk.workspace, ended);
  await review.landings.write(ended);
  await desk.probe('landing/ended');
  return ended;
}

/** Keeps a branch that has moved since, or that is checked out. */
async function deleteBranches({ git, workspace, ...desk }: Desk, landing: Landing): Promise<void> {
  const { location, gitEnv } = workspace;
  const checkouts = await listCheckouts({ cwd: location.gitDir, env: gitEnv });
  for (const [number, { branch, tip }] of landing.steps.entries()) {
    const ref = `refs/heads/${branch}`;
    if (checkouts.some((one) => one.ref === ref)) continue;
    if ((await tipOf({ git, workspace, ...desk }, ref)) !== tip) continue;
    const kept = landedRef(landing.id, number);
    await updateRefs(git, [
      { kind: 'set', ref: kept, to: tip },
      { kind: 'delete', ref, from: tip },
    ]);
  }
}

// What follows once a landing was taken back. Safe to repeat.

/** @param landing whose state is `undoing`, or `undone` and not ended */
export async function finishUndo(desk: Desk, landing: Landing): Promise<Landing> {
  const { review, clock } = desk.workspace;
  const undone = asUndone(landing);
  await review.landings.write(undone);
  await desk.probe('undo/undone-stored');
  await bringBranchesBack(desk, landing);
  const { state, id } = undone;
  if (state.kind === 'undone') {
    const { by, at, reason } = state;
    const verdicts = landing.steps.map(({ branch, tip }) => ({
      kind: 'undone' as const,
      branch,
      tip,
      by,
      at,
      reason,
      landing: id,
      ...(state.revert === undefined ? {} : { commit: state.revert }),
    }));
    await writeVerdicts(desk, verdicts);
  }
  await desk.probe('undo/verdicts-written');
  await dropOwnRefs(desk, [incomingRef(id)]);
  await removeTree(scratchFolder(desk, id));
  const ended: Landing = { ...undone, endedAt: clock.now().toISOString() };
  await review.landings.write(ended);
  return ended;
}

function asUndone(landing: Landing): Landing {
  const { state } = landing;
  if (state.kind !== 'undoing') return landing;
  const { by, at, reason, revert, goal } = state;
  const undone = { kind: 'undone' as const, by, at, reason };
  return {
    ...landing,
    endedAt: null,
    state: revert ? { ...undone, revert: goal } : undone,
  };
}

/** Where their names are free. */
async function bringBranchesBack(desk: Desk, landing: Landing): Promise<void> {
  if (landing.deletes !== true) return;
  for (const [number, { branch, tip }] of landing.steps.entries()) {
    const kept = landedRef(landing.id, number);
    if ((await tipOf(desk, kept)) === null) continue;
    const ref = `refs/heads/${branch}`;
    const taken = (await tipOf(desk, ref)) !== null;
    await updateRefs(desk.git, [
      ...(taken ? [] : [{ kind: 'create' as const, ref, to: tip }]),
      ...(taken ? [] : [{ kind: 'delete' as const, ref: kept }]),
    ]);
  }
}
