/** Undoes a landing: moves the target back or, if there are commits on top of it, reverts it with a commit. */
import { isAncestor } from '../git/ancestry.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { assertNever } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Landing } from '../words/review/landing.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ReviewWord } from './contract.ts';
import { findLanding } from './find-landing.ts';
import { isOfHere } from './fleet/machine-of.ts';
import { notFitting } from './landing/carry-landing.ts';
import {
  type LandingProbe,
  noLandingProbe,
  alone,
  type Desk,
  gitDateOf,
  identityHere,
  incomingRef,
  openDesk,
  dropOwnRefs,
} from './landing/desk.ts';
import { finishUndo } from './landing/finish-landing.ts';
import { changesBetween, inspectCheckout } from './landing/inspect-checkout.ts';
import { revertMessage } from './landing/landing-message.ts';
import { makeRevert } from './landing/make-commits.ts';
import { moveTarget } from './landing/move-target.ts';
import { placeOfTarget, refused, type TargetPlace } from './landing/place-of-target.ts';
import { recoverAll } from './landing/recover-all.ts';
import { withScratch } from './landing/scratch.ts';

// Whether what landed has left this machine.

/** The first remote branch, as far as it was fetched or pushed to, that has the commit: `origin/main`. */
async function upstreamWith(
  { git }: Desk,
  target: string,
  commit: CommitSha,
): Promise<string | null> {
  const { stdout } = await git([
    'for-each-ref',
    `--contains=${commit}`,
    '--format=%(refname:short)',
    '--',
    'refs/remotes/',
  ]);
  const names = stdout.split('\n').filter((name) => name !== '');
  return names.find((name) => name.endsWith(`/${target}`)) ?? names[0] ?? null;
}

export interface UndoRequest extends ReviewWord {
  readonly id: string | null;
  readonly revert?: boolean;
}

export async function undoLanding(
  workspace: Workspace,
  request: UndoRequest,
  probe: LandingProbe = noLandingProbe,
): Promise<Landing> {
  const desk = openDesk(workspace, probe);
  return alone(workspace, async () => {
    await recoverAll(desk);
    const landing = await findLanding(workspace, request.id);
    const { state } = landing;
    switch (state.kind) {
      case 'landed':
        await refuseElsewhere(desk, landing);
        return takeBack(desk, landing, request);
      case 'queued': {
        const taken = { kind: 'refused' as const, why: `${request.by} took it out of the queue` };
        const endedAt = workspace.clock.now().toISOString();
        const cancelled: Landing = { ...landing, state: taken, endedAt };
        await workspace.review.landings.replace(landing, cancelled);
        return cancelled;
      }
      case 'undone':
        throw refused('undone-already', `${landing.id} was taken back already, by ${state.by}`, '');
      case 'refused':
        throw refused('never-landed', `${landing.id} never landed: ${state.why}`, '');
      case 'preparing':
      case 'moving':
      case 'undoing':
        throw refused(
          'landing-under-way',
          `${landing.id} is not done yet`,
          'Look again: roundsman review',
        );
      default:
        return assertNever(state);
    }
  });
}

/** What has not come here by git cannot be taken back here. */
async function refuseElsewhere(desk: Desk, landing: Landing): Promise<void> {
  if (isOfHere(desk.workspace, landing) || landing.to === null) return;
  if ((await resolveCommit(desk.git, landing.to)) !== null) return;
  const message = `${landing.id} landed on another machine, and ${landing.target} here does not have it`;
  throw refused('landed-elsewhere', message, 'Take it back there, or pull it first.');
}

async function takeBack(desk: Desk, landing: Landing, request: UndoRequest): Promise<Landing> {
  const place = await placeOfTarget(desk, landing.target);
  const revert = request.revert ?? false;
  if (!revert) await refuseWhereBuiltOn(desk, landing, place);
  const goal = revert ? await prepareRevert(desk, landing, { place, request }) : landing.from;
  await desk.probe('undo/prepared');
  try {
    return await moveBack(desk, { landing, place, goal, revert, request });
  } catch (thrown) {
    await dropOwnRefs(desk, [incomingRef(landing.id)]);
    throw thrown;
  }
}

interface TakingBack {
  readonly landing: Landing;
  readonly place: TargetPlace;
  readonly goal: CommitSha;
  readonly revert: boolean;
  readonly request: UndoRequest;
}

async function moveBack(desk: Desk, taking: TakingBack): Promise<Landing> {
  const { landing, place, goal, revert, request } = taking;
  const { review, clock } = desk.workspace;
  const { checkout, tip, ref } = place;
  const changes = await changesBetween(desk, tip, goal);
  if (checkout !== null) {
    const look = await inspectCheckout(desk, { checkout, changes, to: goal });
    if (look.kind !== 'fits') throw notFitting(look, { what: landing.id, where: checkout.folder });
  }
  const undoing: Landing = {
    ...landing,
    state: {
      kind: 'undoing',
      how: checkout === null ? 'ref' : 'checkout',
      checkout: checkout?.folder ?? null,
      tip,
      goal,
      revert,
      by: request.by,
      reason: request.reason,
      at: clock.now().toISOString(),
    },
  };
  await review.landings.write(undoing);
  await desk.probe('undo/undoing-stored');
  const reason = `roundsman: undo ${landing.set ?? landing.steps[0]?.branch ?? landing.id}`;
  const move = { id: landing.id, ref, from: tip, to: goal, changes, checkout, reason };
  const moved = await moveTarget(desk, { ...move, forward: revert });
  if (moved.kind === 'moved') {
    await desk.probe('undo/moved');
    return finishUndo(desk, undoing);
  }
  await review.landings.write(landing);
  if (moved.kind === 'refused') throw moved.error;
  throw refused(
    'target-moved',
    `${landing.target} moved meanwhile`,
    'Look again: roundsman review',
  );
}

async function refuseWhereBuiltOn(desk: Desk, landing: Landing, place: TargetPlace): Promise<void> {
  const { target, id, to } = landing;
  const hint = `Have a commit that reverts it made: roundsman undo ${id} --revert`;
  if (to !== place.tip) {
    const built = to !== null && (await isAncestor(desk.git, to, place.tip));
    const message = built
      ? `there are commits on top of the landing: ${target} is ${await countOf(desk, to, place.tip)} further`
      : `${target} has moved away from what landed`;
    throw refused('built-on', message, built ? hint : 'It is not there any more to be taken back.');
  }
  const upstream = await upstreamWith(desk, target, to);
  if (upstream === null) return;
  throw refused('pushed-already', `what landed was pushed already: ${upstream} has it`, hint);
}

async function countOf({ git }: Desk, from: string, to: string): Promise<string> {
  const { stdout } = await git(['rev-list', '--count', `${from}..${to}`, '--']);
  const count = Number(stdout.trim());
  return `${count} ${count === 1 ? 'commit' : 'commits'}`;
}

async function prepareRevert(
  desk: Desk,
  landing: Landing,
  { place, request }: { readonly place: TargetPlace; readonly request: UndoRequest },
): Promise<CommitSha> {
  const { id, target, set, from, to, steps } = landing;
  if (to === null || !(await isAncestor(desk.git, to, place.tip))) {
    const message = `${target} has moved away from what landed`;
    throw refused('built-on', message, 'It is not there any more to be reverted.');
  }
  const person = await identityHere(desk);
  const committer = { ...person, at: gitDateOf(desk.workspace.clock.now()) };
  const branches = steps.map(({ branch }) => branch);
  const message = revertMessage({ target, set, landing: id, reason: request.reason, branches });
  return withScratch(desk, { id, tip: place.tip }, async ({ context: scratch, handOver }) => {
    const made = await makeRevert({ scratch, from, to, tip: place.tip, message, committer });
    if (made.kind === 'made') {
      await handOver({ [incomingRef(id)]: made.commit });
      return made.commit;
    }
    if (made.kind === 'nothing')
      throw refused('nothing-to-revert', `${target} has nothing of ${id} any more`, '');
    const files = made.files.slice(0, 20).map((file) => oneLine(file, 200));
    const text = `what came after it changed the same places: ${files.join(', ')}`;
    throw refused('revert-conflict', text, `Revert it by hand: git revert ${to.slice(0, 12)}`);
  });
}
