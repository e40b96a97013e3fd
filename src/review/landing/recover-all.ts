/** Whatever a crash left of landing, discarding, restoring or splitting, finished or taken back. Under the lock. */
import { isAncestor } from '../../git/ancestry.ts';
import { gitIn } from '../../git/git-call.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { removeTree } from '../../platform/files.ts';
import { assertNever } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { DiscardedBranch } from '../../words/review/branch-verdict.ts';
import type { Landing } from '../../words/review/landing.ts';
import { isOfHere } from '../fleet/machine-of.ts';
import { type Desk, incomingRef, dropOwnRefs, discardedRef, partRefs } from './desk.ts';
import { finishDiscard, finishRestore } from './finish-discard.ts';
import { finishLanding, finishUndo } from './finish-landing.ts';
import { healCheckout, type Healed, hasEnded } from './heal-checkout.ts';
import { changesBetween } from './inspect-checkout.ts';
import { moveRef } from './move-target.ts';
import { checkoutOf, tipOf, type CheckoutPlace } from './place-of-target.ts';
import { removeScratchFolders, scratchFolder } from './scratch.ts';

/** Sentences on what was found and done. */
export async function recoverAll(desk: Desk): Promise<readonly string[]> {
  const told = [...(await recoverLandings(desk)), ...(await recoverDiscarded(desk))];
  await sweepStrays(desk);
  return told;
}

/** Removes refs and folders that a crash left without a record. Called under the lock: no other process uses them. */
async function sweepStrays(desk: Desk): Promise<void> {
  const { stdout } = await desk.git([
    'for-each-ref',
    '--format=%(refname)',
    '--',
    'refs/roundsman/landing/',
  ]);
  const { review } = desk.workspace;
  const busy = new Set(
    (await review.landings.list())
      .filter(({ state }) => state.kind === 'moving' || state.kind === 'undoing')
      .map(({ id }) => id),
  );
  const refs = stdout.split('\n').filter((ref) => ref !== '');
  await dropOwnRefs(
    desk,
    refs.filter((ref) => !busy.has(ref.split('/')[3] ?? '')),
  );
  await removeScratchFolders(desk);
}

/**
 * Finishes or takes back what a crash left: afterwards all of a landing is on its target, or nothing. Called under the lock,
 * before anything else is begun.
 * Sentences on what was found and done.
 */
async function recoverLandings(desk: Desk): Promise<readonly string[]> {
  const told: string[] = [];
  for (const landing of await desk.workspace.review.landings.list()) {
    if (!isOfHere(desk.workspace, landing)) continue;
    const words = await recover(desk, landing);
    if (words !== null) told.push(words);
  }
  return told;
}

async function recover(desk: Desk, landing: Landing): Promise<string | null> {
  const { state } = landing;
  switch (state.kind) {
    case 'preparing':
      return takeBack(desk, landing, 'it was cut short while it was prepared: nothing had changed');
    case 'moving':
      return recoverMoving(desk, landing);
    case 'undoing':
      return recoverUndoing(desk, landing, state);
    case 'landed':
      if (landing.endedAt !== null) return null;
      await finishLanding(desk, landing);
      return `the landing ${landing.id} was cut short after it had landed: the rest is done`;
    case 'undone':
      if (landing.endedAt !== null) return null;
      await finishUndo(desk, landing);
      return null;
    case 'queued':
    case 'refused':
      return null;
    default:
      return assertNever(state);
  }
}

async function recoverMoving(desk: Desk, landing: Landing): Promise<string> {
  const { from, to } = landing;
  const came = to === null ? 'back' : await follow(desk, { landing, from, to });
  if (came === 'there') {
    await finishLanding(desk, { ...landing, state: { kind: 'landed' } });
    return `the landing ${landing.id} was cut short: it has landed on ${landing.target}`;
  }
  if (came === 'back') return takeBack(desk, landing, 'it was cut short: everything is as before');
  return came.busy
    ? `the landing ${landing.id} waits: ${came.why}`
    : takeBack(desk, landing, came.why);
}

type Undoing = Extract<Landing['state'], { readonly kind: 'undoing' }>;

async function recoverUndoing(desk: Desk, landing: Landing, state: Undoing): Promise<string> {
  const came = await follow(desk, { landing, from: state.tip, to: state.goal });
  if (came === 'there') {
    await finishUndo(desk, landing);
    return `taking the landing ${landing.id} back was cut short: it is taken back`;
  }
  if (came !== 'back' && came.busy)
    return `taking the landing ${landing.id} back waits: ${came.why}`;
  await desk.workspace.review.landings.write({ ...landing, state: { kind: 'landed' } });
  await dropOwnRefs(desk, [incomingRef(landing.id)]);
  const why = came === 'back' ? '' : `: ${came.why}`;
  return `taking the landing ${landing.id} back was cut short: it is landed still${why}`;
}

type Came = 'there' | 'back' | { readonly busy: boolean; readonly why: string };

/** Where a target came to that was on its way; a checkout is put right. */
async function follow(
  desk: Desk,
  {
    landing,
    from,
    to,
  }: { readonly landing: Landing; readonly from: CommitSha; readonly to: CommitSha },
): Promise<Came> {
  const ref = `refs/heads/${landing.target}`;
  const { state, id } = landing;
  const folder = state.kind === 'moving' || state.kind === 'undoing' ? state.checkout : null;
  const checkout = folder === null ? null : await placeOf(desk, folder);
  if (checkout === null) return whereRefIs(desk, { ref, from, to });
  if (!(await hasEnded(id, desk.workspace.clock)))
    return { busy: true, why: `git is still moving ${checkout.folder}` };
  // The ref goes last: where it is there, files and index are.
  const first = await whereRefIs(desk, { ref, from, to });
  if (first === 'there') return first;
  const changes = await changesBetween(desk, from, to);
  const healed = await healCheckout(desk, { id, checkout, changes, from, now: from, other: to });
  if (healed.kind === 'busy') return { busy: true, why: healed.why };
  const after = await whereRefIs(desk, { ref, from, to });
  if (after === 'there') return after;
  return afterHealing(desk, { healed, after, ref, from, to, checkout });
}

async function afterHealing(
  desk: Desk,
  {
    healed,
    after,
    ref,
    from,
    to,
    checkout,
  }: {
    readonly healed: Healed;
    readonly after: Came;
    readonly ref: string;
    readonly from: CommitSha;
    readonly to: CommitSha;
    readonly checkout: CheckoutPlace;
  },
): Promise<Came> {
  if (healed.kind === 'complete' && after === 'back') {
    // Files and index are at the new commit already; the ref has to follow in the checkout that has the branch.
    const here = await checkoutOf(desk, ref);
    if (here?.folder !== checkout.folder)
      return { busy: false, why: 'another branch is checked out there now' };
    const moved = await moveRef(desk, { ref, from, to, reason: 'roundsman: go on after a crash' });
    return moved.kind === 'moved' ? 'there' : { busy: false, why: 'the target moved meanwhile' };
  }
  if (healed.kind !== 'foreign') return after;
  return { busy: false, why: `it was cut short; look at what is in ${healed.paths.join(', ')}` };
}

async function whereRefIs(
  desk: Desk,
  { ref, from, to }: { readonly ref: string; readonly from: CommitSha; readonly to: CommitSha },
): Promise<Came> {
  const tip = await tipOf(desk, ref);
  if (tip === to) return 'there';
  if (tip === from || tip === null) return 'back';
  // The branch has moved on from there.
  const forward = await isAncestor(desk.git, from, to);
  return forward && (await isAncestor(desk.git, to, tip)) ? 'there' : 'back';
}

async function placeOf({ workspace }: Desk, folder: string): Promise<CheckoutPlace | null> {
  const git = gitIn({ cwd: workspace.location.gitDir, env: workspace.gitEnv });
  const asked = await git(['-C', folder, 'rev-parse', '--absolute-git-dir'], {
    okExitCodes: [0, 128],
  });
  return asked.exitCode === 0 ? { folder, gitDir: asked.stdout.replace(/\n$/, '') } : null;
}

async function takeBack(desk: Desk, landing: Landing, why: string): Promise<string> {
  const { clock, review } = desk.workspace;
  const { whenClean = false } = landing;
  await dropOwnRefs(desk, [incomingRef(landing.id)]);
  await removeTree(scratchFolder(desk, landing.id));
  const steps = landing.steps.map((step) => ({ ...step, commit: null }));
  await review.landings.write({
    ...landing,
    steps,
    to: null,
    ...(whenClean
      ? { state: { kind: 'queued', paths: [] } }
      : { state: { kind: 'refused', why }, endedAt: clock.now().toISOString() }),
  });
  return `the landing ${landing.id} (${landing.set ?? landing.steps[0]?.branch ?? ''}): ${why}`;
}

// Discarding and restoring are one stroke on refs each; what comes before and after is told from where the refs are.

/** Sentences on what was found and done. */
export async function recoverDiscarded(desk: Desk): Promise<readonly string[]> {
  const told: string[] = [];
  for (const record of await desk.workspace.review.discarded.list()) {
    if (!isOfHere(desk.workspace, record)) continue;
    const words = await recoverBranch(desk, record);
    if (words !== null) told.push(words);
  }
  return told;
}

async function recoverBranch(desk: Desk, record: DiscardedBranch): Promise<string | null> {
  if (record.state === 'restored') return null;
  const kept = await tipOf(desk, discardedRef(record.id));
  if (record.state === 'discarded') {
    // Its time may be over as well: then the branch is not there either.
    if (kept !== null || (await tipOf(desk, `refs/heads/${record.branch}`)) !== record.tip)
      return null;
    await finishRestore(desk, record);
    return `restoring ${record.branch} was cut short: it is back`;
  }
  if (kept !== null) {
    await completeStroke(desk, record);
    await finishDiscard(desk, record);
    return record.replacedBy === undefined
      ? `discarding ${record.branch} was cut short: it is discarded`
      : `replacing ${record.branch} was cut short: ${record.replacedBy.branch} has its place`;
  }
  await dropOwnRefs(desk, partRefs(record));
  await removeTree(scratchFolder(desk, record.id));
  await desk.workspace.review.discarded.write({ ...record, state: 'restored' });
  const what = record.replacedBy === undefined ? 'discarding' : 'replacing';
  return `${what} ${record.branch} was cut short: it is as before`;
}

/** Refs that are files change one after the other: what is new comes before what goes. */
async function completeStroke(
  desk: Desk,
  { branch, tip, into = [] }: DiscardedBranch,
): Promise<void> {
  for (const part of into) {
    const ref = `refs/heads/${part.branch}`;
    if ((await tipOf(desk, ref)) === null)
      await updateRefs(desk.git, [{ kind: 'create', ref, to: part.tip }]);
  }
  const ref = `refs/heads/${branch}`;
  if ((await tipOf(desk, ref)) === tip)
    await updateRefs(desk.git, [{ kind: 'delete', ref, from: tip }]);
}
