/** Where a target branch is, and whether it may be moved there. */
import { join } from 'node:path';

import { listCheckouts } from '../../git/add-checkout.ts';
import { gitIn } from '../../git/git-call.ts';
import { resolveCommit, readSymbolicRef } from '../../git/resolve-commit.ts';
import { heldBy, underWay } from '../../git/under-way.ts';
import { inspectPath } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { isBranchName, isCommitSha, type CommitSha } from '../../words/ids.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine } from '../../words/text.ts';
import type { Desk, BranchDesk } from './desk.ts';

export interface TargetPlace {
  /** Full. */
  readonly ref: string;
  readonly tip: CommitSha;
  /** `null`: it is not checked out. */
  readonly checkout: CheckoutPlace | null;
}

export interface CheckoutPlace {
  readonly folder: string;
  /** Of this checkout alone. */
  readonly gitDir: string;
}

/** Throws `not-found`, and `refused` where it is in no state to be moved. Reads only. */
export async function placeOfTarget(desk: Desk, target: string): Promise<TargetPlace> {
  const ref = `refs/heads/${target}`;
  const tip = isBranchName(target) ? await resolveCommit(desk.git, ref) : null;
  if (tip === null) throw noTarget(target);
  const symbolic = await readSymbolicRef(desk.git, ref);
  if (symbolic !== null) {
    const message = `${target} is another name for ${symbolic}: nothing is landed through it`;
    throw refused('target-symbolic', message, '');
  }
  const held = await heldBy(desk.workspace.location.gitDir, ref);
  if (held !== null) throw operationUnderWay(held.what, target, held.gitDir);
  const checkout = await checkoutOf(desk, ref);
  if (checkout === null) return { ref, tip, checkout };
  const operation = await underWay(checkout.gitDir);
  if (operation !== null) throw operationUnderWay(operation, target, checkout.folder);
  const lock = join(checkout.gitDir, 'index.lock');
  if ((await inspectPath(lock)) !== null) throw indexLocked(lock);
  return { ref, tip, checkout };
}

/** `null`: it is checked out nowhere. Throws `refused` where its folder is gone. */
export async function checkoutOf(desk: Desk, ref: string): Promise<CheckoutPlace | null> {
  const { location, gitEnv } = desk.workspace;
  const checkouts = await listCheckouts({ cwd: location.gitDir, env: gitEnv });
  const here = checkouts.find((one) => one.ref === ref);
  if (here === undefined) return null;
  const { folder, gone } = here;
  if (gone || (await inspectPath(folder)) === null) {
    const message = `${ref.replace('refs/heads/', '')} is checked out in ${folder}, and that is not there`;
    throw refused('checkout-gone', message, 'When it is gone for good: git worktree prune');
  }
  const git = gitIn({ cwd: folder, env: gitEnv });
  const { stdout } = await git(['rev-parse', '--absolute-git-dir']);
  return { folder, gitDir: stdout.replace(/\n$/, '') };
}

export function indexLocked(lock: string): AppError {
  const hint = `If no git command is running there, remove the stale lock: rm ${lock}`;
  return refused('index-locked', `git's index is locked: ${lock}`, hint);
}

export function refused(code: string, message: string, hint: string): AppError {
  return new AppError('refused', { code, message, hint });
}

function operationUnderWay(what: string, target: string, where: string): AppError {
  const message = `a ${what} of ${target} is under way in ${where}`;
  return refused(
    'operation-under-way',
    message,
    `End it there first: finish the ${what}, or abort it.`,
  );
}

function noTarget(target: string): AppError {
  return new AppError('not-found', {
    code: 'target-unknown',
    message: `there is no local branch "${oneLine(target, 100)}" to land on`,
    hint: 'See what branches land on: roundsman review',
  });
}

/** Of a full name; throws when it is gone. */
export async function tipOf({ git }: Desk, ref: string): Promise<CommitSha | null> {
  const { stdout } = await git(['for-each-ref', '--format=%(refname) %(objectname)', '--', ref]);
  const line = stdout.split('\n').find((one) => one.startsWith(`${ref} `));
  const sha = line?.slice(ref.length + 1) ?? '';
  return isCommitSha(sha) ? sha : null;
}

// Whether branches may be taken away. Throws `refused`. Reads only.

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
