/**
 * The steps of a landing: make the commits in a scratch repository, transfer them, move the target, report. The record is
 * written before and after each step, so that recovery after a crash knows what may exist.
 */
import type { TreeChange } from '../../git/diff-trees.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Landing, LandingState } from '../../words/review/landing.ts';
import { oneLine } from '../../words/text.ts';
import { claimBranches } from '../fleet/machine-of.ts';
import { gitDateOf, identityHere, incomingRef, type Desk, dropOwnRefs } from './desk.ts';
import { finishLanding } from './finish-landing.ts';
import { changesBetween, inspectCheckout, type CheckoutLook } from './inspect-checkout.ts';
import { makeCommits, type LandingBranch, type MadeCommits } from './make-commits.ts';
import { moveTarget } from './move-target.ts';
import { placeOfTarget, refused, type TargetPlace } from './place-of-target.ts';
import { withScratch } from './scratch.ts';

export interface Carrying {
  readonly landing: Landing;
  /** In the order of its steps. */
  readonly branches: readonly LandingBranch[];
  readonly whenClean: boolean;
}

/** So often it is prepared again when the target moved meanwhile. */
const MOST_TRIES = 5;

/** The record stands already. Throws what kept it from landing; then everything is as before, and the record says so. */
export async function carryLanding(desk: Desk, carrying: Carrying): Promise<Landing> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const ended = await tryOnce(desk, carrying);
      if (ended !== null) return ended;
    }
    const { target } = carrying.landing;
    const hint = 'Wait until the other process is done, then land again.';
    throw refused(
      'target-restless',
      `${target} moved each time before it could be landed on`,
      hint,
    );
  } catch (thrown) {
    if (carrying.whenClean && thrown instanceof AppError && PASSING.has(thrown.reason))
      return queue(desk, carrying.landing, []);
    await takeBack(desk, carrying.landing, thrown);
    throw thrown;
  }
}

/** What keeps a landing from a checkout for a while only. */
const PASSING: ReadonlySet<string> = new Set([
  'operation-under-way',
  'index-locked',
  'checkout-gone',
]);

/** `null`: the target moved meanwhile. */
async function tryOnce(desk: Desk, { landing, ...rest }: Carrying): Promise<Landing | null> {
  const place = await placeOfTarget(desk, landing.target);
  const begun: Landing = { ...landing, from: place.tip, state: { kind: 'preparing' } };
  await desk.workspace.review.landings.write(begun);
  const prepared = await prepare(desk, { landing: begun, ...rest });
  const { to } = prepared;
  if (to === null) throw new TypeError('a landing was prepared and leads nowhere');
  const changes = await changesBetween(desk, place.tip, to);
  const held = await holdUp(desk, { landing: prepared, place, changes, to });
  if (held !== null) {
    if (held.kind === 'dirty' && rest.whenClean) return queue(desk, prepared, held.paths);
    const what = landing.set ?? landing.steps[0]?.branch ?? '';
    throw notFitting(held, { what, where: place.checkout?.folder ?? '' });
  }
  return move(desk, { landing: prepared, place, changes, to });
}

/** The commits stand below a ref of ours in the user's repository when it resolves. */
async function prepare(
  desk: Desk,
  { landing, branches }: Omit<Carrying, 'whenClean'>,
): Promise<Landing> {
  const person = await identityHere(desk);
  const committer = { ...person, at: gitDateOf(desk.workspace.clock.now()) };
  const { id, set, target, reason, method, from } = landing;
  return withScratch(desk, { id, tip: from }, async ({ context: scratch, handOver }) => {
    const words = { target, set, reason, landing: id };
    const made = await makeCommits({ scratch, method, from, branches, words, committer });
    if (made.kind === 'trouble') throw formatTrouble(made, landing);
    await desk.probe('landing/prepared');
    const to = made.commits.at(-1) ?? from;
    await handOver({ [incomingRef(id)]: to });
    await desk.probe('landing/fetched');
    const steps = landing.steps.map((step, at) => ({ ...step, commit: made.commits[at] ?? null }));
    return { ...landing, to, steps };
  });
}

interface Ready {
  readonly landing: Landing;
  readonly place: TargetPlace;
  readonly changes: readonly TreeChange[];
  readonly to: CommitSha;
}

async function holdUp(desk: Desk, { place, changes, to }: Ready): Promise<HeldUp | null> {
  if (place.checkout === null) return null;
  const look = await inspectCheckout(desk, { checkout: place.checkout, changes, to });
  return look.kind === 'fits' ? null : look;
}

async function move(desk: Desk, { landing, place, changes, to }: Ready): Promise<Landing | null> {
  const { landings } = desk.workspace.review;
  const { checkout, ref, tip: from } = place;
  const how = checkout === null ? ('ref' as const) : ('checkout' as const);
  const state = { kind: 'moving' as const, how, checkout: checkout?.folder ?? null };
  const moving: Landing = { ...landing, state };
  await claimBranches(desk.workspace, landing.steps, () => landings.write(moving));
  await desk.probe('landing/moving-stored');
  const reason = `roundsman: land ${landing.set ?? landing.steps[0]?.branch ?? ''}`;
  const moved = await moveTarget(desk, {
    id: landing.id,
    ref,
    from,
    to,
    changes,
    checkout,
    forward: true,
    reason,
  });
  if (moved.kind === 'elsewhere') return null;
  if (moved.kind === 'refused') throw moved.error;
  await desk.probe('landing/moved');
  return finishLanding(desk, { ...moving, state: { kind: 'landed' } });
}

async function queue(desk: Desk, landing: Landing, paths: readonly string[]): Promise<Landing> {
  const queued: Landing = {
    ...landing,
    to: null,
    steps: landing.steps.map((step) => ({ ...step, commit: null })),
    whenClean: true,
    state: { kind: 'queued', paths },
  };
  await desk.workspace.review.landings.write(queued);
  await dropOwnRefs(desk, [incomingRef(landing.id)]);
  return queued;
}

/** What the record says after a refusal. */
async function takeBack(desk: Desk, landing: Landing, thrown: unknown): Promise<void> {
  const { clock, review } = desk.workspace;
  const why = thrown instanceof Error ? oneLine(thrown.message, 500) : 'it failed';
  const state: LandingState = { kind: 'refused', why };
  const endedAt = clock.now().toISOString();
  await review.landings.write({ ...landing, to: null, state, endedAt });
  await dropOwnRefs(desk, [incomingRef(landing.id)]);
}

// Why branches do not go onto their target.
const REBASE_INSTEAD = 'Land it with --method merge or --method squash.';

/** Where the commits of a landing could not be made, with the next step. */
export function formatTrouble(
  trouble: Extract<MadeCommits, { readonly kind: 'trouble' }>,
  { target, set }: Pick<Landing, 'target' | 'set'>,
): AppError {
  const { branch, files, at } = trouble;
  const whole = set === null ? '' : `; nothing of ${set} landed`;
  switch (trouble.what) {
    case 'conflict': {
      const where = at === null ? '' : ` (at ${at.slice(0, 10)})`;
      const shown = files.slice(0, 20).map((file) => oneLine(file, 200));
      const message = `${branch} conflicts with ${target}${where} in ${shown.join(', ')}${whole}`;
      return refused(
        'landing-conflict',
        message,
        `Have it rebased by its run: roundsman review comment ${branch}`,
      );
    }
    case 'nothing':
      return refused(
        'nothing-to-land',
        `${branch} changes nothing that ${target} has not${whole}`,
        '',
      );
    case 'has-merges':
      return refused(
        'branch-has-merges',
        `${branch} has merges, and they cannot be replayed one by one${whole}`,
        REBASE_INSTEAD,
      );
    case 'unrelated':
      return refused('unrelated-histories', `${branch} and ${target} share no history${whole}`, '');
  }
}

// Why a change does not go into a checkout, with the next step.
type HeldUp = Exclude<CheckoutLook, { readonly kind: 'fits' }>;

/** @param where the folder; `what` is a set, a branch or a landing */
export function notFitting(
  held: HeldUp,
  { what, where }: { readonly what: string; readonly where: string },
): AppError {
  switch (held.kind) {
    case 'dirty': {
      const message = `${where} has changes of yours where ${what} changes something: ${listed(held.paths)}`;
      const hint = `Commit or remove them, or have it landed as soon as that is done: roundsman land ${what} --when-clean`;
      return refused('checkout-dirty', message, hint);
    }
    case 'colliding': {
      const pairs = held.paths.map(([a, b]) => `${a} and ${b}`);
      const message = `the file system of ${where} takes names for one that ${what} has as two: ${listed(pairs)}`;
      return refused('names-collide', message, 'Rename one of them on the branch.');
    }
    case 'driven': {
      const message = `${where} sends ${listed(held.paths)} through your filter ${held.filter}, which is not started on what an agent wrote`;
      const hint = `Check out another branch there and land again, or look at it and merge it yourself: git merge ${what}`;
      return refused('filtered-paths', message, hint);
    }
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => oneLine(name, 200));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
