/** What follows once a landing was taken back. Safe to repeat. */
import { updateRefs } from '../../git/update-refs.ts';
import { removeTree } from '../../platform/files.ts';
import type { Landing } from '../../words/review/landing.ts';
import { incomingRef, landedRef, type Desk } from './desk.ts';
import { dropOwnRefs } from './drop-own-refs.ts';
import { tipOf } from './place-of-target.ts';
import { scratchFolder } from './scratch.ts';
import { writeVerdicts } from './write-verdicts.ts';

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
