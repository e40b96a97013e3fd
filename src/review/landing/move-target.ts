/**
 * Moves a target branch: only the ref if it is not checked out, otherwise ref, index and files of that checkout.
 *
 * **Invariant:** if the result is not `moved`, ref, index and files are unchanged.
 */
import { join } from 'node:path';

import type { TreeChange } from '../../git/diff-trees.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import type { GitAnswer } from '../../git/run-git.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { inspectPath, removeTree } from '../../platform/files.ts';
import { asAppError, type AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Desk } from './desk.ts';
import { healCheckout, movingEnvironment } from './heal-checkout.ts';
import { checkoutOf, indexLocked, refused, tipOf, type CheckoutPlace } from './place-of-target.ts';

export interface Move {
  /** Of the landing. */
  readonly id: string;
  /** Full. */
  readonly ref: string;
  readonly from: CommitSha;
  readonly to: CommitSha;
  /** Between the two. */
  readonly changes: readonly TreeChange[];
  readonly checkout: CheckoutPlace | null;
  /** Whether `to` has `from`; else it is taken back to where it was. */
  readonly forward: boolean;
  /** For the reflog, one line. */
  readonly reason: string;
}

export type Moved =
  | { readonly kind: 'moved' }
  /** The target is no longer at `from`, or is checked out elsewhere now. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'refused'; readonly error: AppError };

export async function moveTarget(desk: Desk, move: Move): Promise<Moved> {
  const now = await checkoutOf(desk, move.ref);
  if (now?.folder !== move.checkout?.folder) return { kind: 'elsewhere' };
  if ((await tipOf(desk, move.ref)) !== move.from) return { kind: 'elsewhere' };
  if (move.checkout === null) return moveRef(desk, move);
  return move.forward
    ? moveForward(desk, move, move.checkout)
    : moveBack(desk, move, move.checkout);
}

/** By compare-and-swap. */
export async function moveRef(
  desk: Desk,
  { ref, from, to, reason }: Pick<Move, 'ref' | 'from' | 'to' | 'reason'>,
): Promise<Moved> {
  try {
    await updateRefs(desk.git, [{ kind: 'move', ref, from, to }], reason);
    return { kind: 'moved' };
  } catch (thrown) {
    const tip = await tipOf(desk, ref);
    if (tip === to) return { kind: 'moved' };
    if (tip !== from) return { kind: 'elsewhere' };
    return { kind: 'refused', error: asAppError(thrown) };
  }
}

/** Autostash, hooks, signature programs and overwriting of ignored files are off, whatever the person's settings say. */
const FAST_FORWARD = [
  'merge',
  '--ff-only',
  '--quiet',
  '--no-stat',
  '--no-autostash',
  '--no-verify-signatures',
  '--no-overwrite-ignore',
];

async function moveForward(desk: Desk, move: Move, checkout: CheckoutPlace): Promise<Moved> {
  const git = gitAt(desk, checkout);
  const env = movingEnvironment(move.id, move.reason);
  const held = await isLocked(checkout);
  const failure = await whyNot(() => git([...FAST_FORWARD, move.to], { env }));
  return settle(desk, { move, checkout, failure, held });
}

/** As a fast-forward, the other way: what is staged and belongs to other paths stays staged. The ref goes last. */
async function moveBack(desk: Desk, move: Move, checkout: CheckoutPlace): Promise<Moved> {
  const git = gitAt(desk, checkout);
  const env = movingEnvironment(move.id, move.reason);
  const held = await isLocked(checkout);
  const failure = await whyNot(() => git(['read-tree', '-m', '-u', move.from, move.to], { env }));
  if (failure !== null) return settle(desk, { move, checkout, failure, held });
  await desk.probe('undo/checkout-moved');
  const swapped = await moveRef(desk, move);
  if (swapped.kind === 'moved') return swapped;
  const back = await whyNot(() => git(['read-tree', '-m', '-u', move.to, move.from], { env }));
  return back === null ? swapped : settle(desk, { move, checkout, failure: back, held: false });
}

function gitAt({ workspace }: Desk, { folder }: CheckoutPlace): GitCall {
  return gitIn({ cwd: folder, env: workspace.gitEnv });
}

async function whyNot(work: () => Promise<GitAnswer>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (thrown) {
    return asAppError(thrown);
  }
}

function lockOf({ gitDir }: CheckoutPlace): string {
  return join(gitDir, 'index.lock');
}

async function isLocked(checkout: CheckoutPlace): Promise<boolean> {
  return (await inspectPath(lockOf(checkout))) !== null;
}

/** What git did is told by the ref; what it began and did not end is put right. */
async function settle(
  desk: Desk,
  {
    move,
    checkout,
    failure,
    held,
  }: {
    readonly move: Move;
    readonly checkout: CheckoutPlace;
    readonly failure: AppError | null;
    /** Another process held the index lock before git began. */
    readonly held: boolean;
  },
): Promise<Moved> {
  const tip = await tipOf(desk, move.ref);
  if (tip === move.to) return { kind: 'moved' };
  const lock = lockOf(checkout);
  if (tip !== move.from) return { kind: 'elsewhere' };
  if (await isLocked(checkout)) {
    // A git that says no takes its lock away, and one that finds another's says so: what is left is of one that was killed.
    const isOurs = !held && failure !== null && !failure.message.includes('index.lock');
    if (!isOurs) return { kind: 'refused', error: indexLocked(lock) };
    await removeTree(lock);
  }
  const healed = await healCheckout(desk, { ...move, checkout, now: move.from, other: move.to });
  // Index and files came there, and the ref did not: back, as they came.
  const back =
    healed.kind === 'complete'
      ? await whyNot(() => gitAt(desk, checkout)(['read-tree', '-m', '-u', move.to, move.from]))
      : null;
  const words = oneLine(failure?.message ?? 'git moved another branch', 400);
  const left =
    healed.kind === 'foreign'
      ? `; look at ${healed.paths.join(', ')}`
      : back === null
        ? ''
        : `; it could not be put back: ${oneLine(back.message, 300)}`;
  const message = `${checkout.folder} could not be moved: ${words}${left}`;
  return { kind: 'refused', error: refused('checkout-not-moved', message, '') };
}
