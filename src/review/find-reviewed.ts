/** What a person means by what they typed: a set, a branch, a run, the end of a branch's name. */
import { AppError } from '../words/errors.ts';
import { idKindOf, shortIdOf } from '../words/ids.ts';
import { decidedBranches, type DecidedBranch } from '../words/review/branch-verdict.ts';
import type { ChangeSet, ReviewLook } from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/resolve-id.ts';
import type { LookRequest } from './contract.ts';
import { inspectReview } from './inspect-review.ts';

export interface Reviewed {
  /** What was named. */
  readonly named: 'set' | 'branch';
  /** The set that was named, or the one that the branch is in; `null`: the branch is in none. */
  readonly set: ChangeSet | null;
  /** Of a set all of them in the order of landing, of anything else the one. */
  readonly branches: readonly ReviewBranch[];
  readonly look: ReviewLook;
}

export interface FindRequest extends LookRequest {
  readonly what: string;
}

/**
 * Sets before branches, whole names before shortened ones. Others' branches are looked for only where none of ours fits.
 * Throws `not-found` for what is neither, and `usage` for what fits several.
 */
export async function findReviewed(workspace: Workspace, request: FindRequest): Promise<Reviewed> {
  const look = await inspectReview(workspace, request);
  const found = findIn(look, request.what);
  if (found !== null) return found;
  if (request.others !== true) {
    const wider = await inspectReview(workspace, { ...request, others: true });
    const other = findIn(wider, request.what);
    if (other !== null) return other;
  }
  throw (await ofRunBefore(workspace, request.what)) ?? notReviewed(request.what);
}

/** A run, or a routine's newest: what became of its branch, and where its changes are. `null`: nothing is called that. */
async function ofRunBefore(workspace: Workspace, what: string): Promise<AppError | null> {
  const { views } = await workspace.runs.listViews({ parts: true });
  const run = matchId(
    views.map(({ id }) => id),
    what,
  );
  const view =
    views.find(({ id, branch }) => branch === what || (run.kind === 'one' && id === run.id)) ??
    views.find(({ routine, part }) => routine === what && part === null);
  if (view === undefined) return null;
  if (view.branch === null) {
    return new AppError('not-found', {
      code: 'review-none',
      message: `${view.routine} has no branch that waits: its run ${shortIdOf(view.id)} left none`,
      hint: `See what it left: roundsman show ${shortIdOf(view.id)}`,
    });
  }
  const decided = decidedBranches(await workspace.review.verdicts.list()).get(view.branch);
  const { base, head } = view;
  const changes =
    base === null || head === null
      ? ''
      : `Its changes: git diff ${base.slice(0, 10)} ${head.slice(0, 10)}   `;
  return new AppError('not-found', {
    code: 'review-over',
    message: `${oneLine(view.branch, 200)} no longer waits for review: ${decided === undefined ? 'it is gone' : fateOf(decided)}`,
    hint: `${changes}What waits: roundsman review`,
  });
}

function fateOf({ decision, verdict: { at, by, into = [] } }: DecidedBranch): string {
  const names = into.map(({ branch }) => oneLine(branch, 200)).join(' and ');
  switch (decision) {
    case 'replaced':
      return names === '' ? 'a newer one took its place' : `${names} took its place`;
    case 'split':
      return `it was split into ${names}`;
    case 'open':
      return 'it is gone';
    case 'landed':
    case 'discarded':
    case 'accepted':
    case 'rejected':
      return `${decision} by ${oneLine(by, 60)} on ${at.slice(0, 10)}`;
  }
}

function notReviewed(what: string): AppError {
  const typed = oneLine(what, 80);
  const kind = idKindOf(what);
  const other =
    kind === null || kind === 'branch group' ? '' : `Look at it: roundsman show ${typed}. `;
  return new AppError('not-found', {
    code: 'review-unknown',
    message: `nothing that waits for review is called "${typed}"`,
    hint: isPath(what)
      ? `Some files of a branch: roundsman review split BRANCH --path ${typed}, then land the first of the two`
      : `${other}See what is: roundsman review --others`,
  });
}

/** A file, where a branch was asked for. */
function isPath(what: string): boolean {
  return /\.\w{1,5}$/.test(what);
}

/** `null`: nothing fits. Throws `usage` when several do. */
export function findIn(look: ReviewLook, what: string): Reviewed | null {
  const sets = new Map(look.sets.map((set) => [set.id, set]));
  const isBranch = [
    ...look.sets.flatMap((set) => set.branches),
    ...look.aside.map((one) => one.branch),
  ].some(({ branch }) => branch === what);
  const bySet =
    !isBranch && /^s-/i.test(what) ? matchId([...sets.keys()], what) : { kind: 'none' as const };
  if (bySet.kind === 'many') throw ambiguous(what, bySet.ids);
  const set = bySet.kind === 'one' ? sets.get(bySet.id) : undefined;
  if (set !== undefined) return { named: 'set', set, branches: inOrder(set), look };
  const branches = [
    ...look.sets.flatMap((one) => one.branches),
    ...look.aside.map(({ branch }) => branch),
  ];
  const found = findBranches(branches, what);
  if (found.length > 1)
    throw ambiguous(
      what,
      found.map(({ branch }) => branch),
    );
  const [branch] = found;
  if (branch === undefined) return null;
  const home = look.sets.find((one) => one.branches.includes(branch)) ?? null;
  return { named: 'branch', set: home, branches: [branch], look };
}

/** As they land. */
export function inOrder({ branches, order }: ChangeSet): readonly ReviewBranch[] {
  const place = (branch: string): number => {
    const at = order.indexOf(branch);
    return at < 0 ? order.length : at;
  };
  return branches.toSorted((a, b) => place(a.branch) - place(b.branch));
}

function findBranches(branches: readonly ReviewBranch[], what: string): readonly ReviewBranch[] {
  const name = what.replace(/^refs\/heads\//, '');
  const whole = branches.filter(({ branch }) => branch === name);
  if (whole.length > 0) return whole;
  const runs = branches.flatMap(({ runId }) => (runId === null ? [] : [runId]));
  const run = matchId(runs, what);
  if (run.kind === 'one') return branches.filter(({ runId }) => runId === run.id);
  const ofRoutine = newestOfRoutine(branches, what);
  if (ofRoutine.length > 0) return ofRoutine;
  // A whole part of the name first: `fix` is rather `…/fix` than `…/prefix`.
  const part = branches.filter(({ branch }) => branch.endsWith(`/${name}`));
  if (part.length > 0 || name.length < 3) return part;
  return branches.filter(({ branch }) => branch.endsWith(name));
}

/** A routine stands for its newest branch; for the variants of that run together they are several. */
function newestOfRoutine(branches: readonly ReviewBranch[], what: string): readonly ReviewBranch[] {
  const ofRoutine = branches.filter(({ routine }) => routine === what);
  const newest = ofRoutine.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1))[0];
  if (newest === undefined) return [];
  const { variant } = newest;
  return variant === null
    ? [newest]
    : ofRoutine.filter((one) => one.variant !== null && one.variant.of === variant.of);
}

function ambiguous(what: string, names: readonly string[]): AppError {
  const shown = names.slice(0, 5).map((name) => oneLine(name, 120));
  return new AppError('usage', {
    code: 'ambiguous-name',
    message: `"${oneLine(what, 80)}" fits ${shown.join(', ')}${names.length > 5 ? ', …' : ''}`,
    hint: 'Write more of it.',
  });
}

/** Throws `not-found`, and `usage` for a set of several. */
export async function findOneBranch(workspace: Workspace, what: string): Promise<ReviewBranch> {
  const { branches } = await findReviewed(workspace, { what });
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return only;
  throw new AppError('usage', {
    code: 'one-branch',
    message: `"${oneLine(what, 80)}" is a set of ${branches.length} branches, and one is wanted`,
    hint: `Name one of them: ${branches.map(({ branch }) => oneLine(branch, 80)).join(', ')}`,
  });
}
