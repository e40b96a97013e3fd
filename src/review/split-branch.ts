/** Makes two branches of one, by paths. The old one is discarded, restorably; the new ones belong to its run. */
import { commitTree, type Person } from '../git/commit-tree.ts';
import type { TreeChange } from '../git/diff-trees.ts';
import type { GitCall } from '../git/git-call.ts';
import { readCommits } from '../git/read-commits.ts';
import { updateRefs } from '../git/update-refs.ts';
import { newRunId } from '../platform/ids.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { matchPaths } from '../words/path-globs.ts';
import type { SplitPart, DiscardedBranch } from '../words/review/branch-verdict.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { SplitRequest } from './contract.ts';
import { findReviewed } from './find-reviewed.ts';
import { claimBranches, placeHere } from './fleet/machine-of.ts';
import {
  type LandingProbe,
  noLandingProbe,
  alone,
  type Desk,
  discardedRef,
  gitDateOf,
  identityHere,
  openDesk,
  partRefs,
} from './landing/desk.ts';
import { finishDiscard } from './landing/finish-discard.ts';
import { changesIn } from './landing/inspect-checkout.ts';
import { treeOf } from './landing/make-commits.ts';
import { mayGo, refused, tipOf } from './landing/place-of-target.ts';
import { recoverAll, recoverDiscarded } from './landing/recover-all.ts';
import { withScratch } from './landing/scratch.ts';

// A branch as two: each commit of it once with what some paths do, once with the rest. Made in a repository of ours.

interface SplitQuestion {
  readonly git: GitCall;
  readonly base: CommitSha;
  readonly tip: CommitSha;
  /** Whether a path goes to the first of the two. */
  readonly belongs: (path: string) => boolean;
  readonly committer: Person & { readonly at: string };
  /** Between two commits, in that repository. */
  readonly changes: (from: string, to: string) => Promise<readonly TreeChange[]>;
}

type Split =
  | { readonly kind: 'split'; readonly tips: readonly [CommitSha, CommitSha] }
  /** All that it changes, or nothing of it, belongs to the first. */
  | { readonly kind: 'one-sided'; readonly matching: 'all' | 'none' }
  | { readonly kind: 'has-merges' };

/** Commits that are empty afterwards are left out; message and author stay. */
async function splitCommits(question: SplitQuestion): Promise<Split> {
  const { git, base, tip, belongs } = question;
  const whole = await question.changes(base, tip);
  const matching = whole.filter(({ path }) => belongs(path)).length;
  if (matching === 0) return { kind: 'one-sided', matching: 'none' };
  if (matching === whole.length) return { kind: 'one-sided', matching: 'all' };
  const commits = await readCommits(git, { tip, without: base });
  if (commits.some(({ parents }) => parents.length !== 1)) return { kind: 'has-merges' };
  const first = await side(question, (path) => belongs(path));
  const second = await side(question, (path) => !belongs(path));
  await proveUnion(question, first, second);
  return { kind: 'split', tips: [first, second] };
}

async function side(question: SplitQuestion, takes: (path: string) => boolean): Promise<CommitSha> {
  const { git, base, tip, committer } = question;
  let head = base;
  let tree = await treeOf(git, base);
  for (const commit of await readCommits(git, { tip, without: base })) {
    const [parent = ''] = commit.parents;
    const taken = (await question.changes(parent, commit.sha)).filter(({ path }) => takes(path));
    const next = await withChanges(git, tree, taken);
    if (next === tree) continue;
    tree = next;
    const { author, message } = commit;
    head = await commitTree(git, { tree, parents: [head], message, author, committer });
  }
  return head;
}

/** In an index of that repository, without files. */
async function withChanges(
  git: GitCall,
  tree: string,
  changes: readonly TreeChange[],
): Promise<string> {
  if (changes.length === 0) return tree;
  await git(['read-tree', tree]);
  const removed = changes.filter(({ newMode }) => newMode === '000000');
  const set = changes.filter(({ newMode }) => newMode !== '000000');
  // A file may come where a folder was: what goes, goes first.
  const lines = [
    ...removed.map(({ path, oldId }) => `0 ${'0'.repeat(oldId.length)}\t${path}\0`),
    ...set.map(({ path, newMode, newId }) => `${newMode} ${newId}\t${path}\0`),
  ];
  await git(['update-index', '-z', '--index-info'], { stdin: lines.join('') });
  return (await git(['write-tree'])).stdout.trim();
}

/** What both change together is what the whole changed: shown before anything is published. */
async function proveUnion(
  question: SplitQuestion,
  first: CommitSha,
  second: CommitSha,
): Promise<void> {
  const { git, base, tip } = question;
  const added = await question.changes(base, second);
  const union = await withChanges(git, await treeOf(git, first), added);
  if (union === (await treeOf(git, tip))) return;
  throw new TypeError(`the two parts of ${tip} together are not what it was`);
}

export async function splitBranch(
  workspace: Workspace,
  request: SplitRequest,
  probe: LandingProbe = noLandingProbe,
): Promise<readonly [string, string]> {
  if (request.paths.length === 0) throw noPaths();
  const desk = openDesk(workspace, probe);
  return alone(workspace, async () => {
    await recoverAll(desk);
    const { branches } = await findReviewed(workspace, { what: request.what });
    const [branch, ...others] = branches;
    if (branch === undefined || others.length > 0) throw notOne(request.what);
    await mayGo(desk, [branch]);
    return split(desk, branch, request);
  });
}

async function split(
  desk: Desk,
  branch: ReviewBranch,
  request: SplitRequest,
): Promise<readonly [string, string]> {
  const { review, clock } = desk.workspace;
  const now = clock.now();
  const id = newRunId(now);
  const names = await freeNames(desk, branch.branch);
  const committer = { ...(await identityHere(desk)), at: gitDateOf(now) };
  const belongs = matchPaths(request.paths);
  const into = await withScratch(
    desk,
    { id, tip: branch.base },
    async ({ git, context, handOver }) => {
      const made = await splitCommits({
        git,
        base: branch.base,
        tip: branch.tip,
        belongs,
        committer,
        changes: (from, to) => changesIn(context, { from, to }),
      });
      if (made.kind !== 'split') throw notSplit(branch.branch, made);
      const parts = partsOf(names, made.tips);
      const refs = partRefs({ id, into: parts });
      await handOver(Object.fromEntries(refs.map((ref, at) => [ref, parts[at]?.tip ?? ''])));
      return parts;
    },
  );
  await desk.probe('split/prepared');
  const { branch: name, tip, runId: run } = branch;
  const { reason, by } = request;
  const at = now.toISOString();
  const record: DiscardedBranch = {
    id,
    branch: name,
    tip,
    run,
    reason,
    by,
    at,
    into,
    ...placeHere(desk.workspace),
    state: 'deleting',
  };
  await claimBranches(desk.workspace, [record], () => review.discarded.create(record));
  await desk.probe('split/recorded');
  await exchange(desk, record);
  await desk.probe('split/refs-moved');
  await finishDiscard(desk, record);
  return names;
}

/** In one stroke. */
async function exchange(desk: Desk, record: DiscardedBranch): Promise<void> {
  const { id, branch, tip, into = [] } = record;
  try {
    await updateRefs(desk.git, [
      ...into.map((part) => ({
        kind: 'create' as const,
        ref: `refs/heads/${part.branch}`,
        to: part.tip,
      })),
      { kind: 'create', ref: discardedRef(id), to: tip },
      { kind: 'delete', ref: `refs/heads/${branch}`, from: tip },
    ]);
  } catch (thrown) {
    await recoverDiscarded(desk);
    throw thrown;
  }
}

function partsOf(
  names: readonly [string, string],
  tips: readonly [CommitSha, CommitSha],
): readonly SplitPart[] {
  return [
    { branch: names[0], tip: tips[0] },
    { branch: names[1], tip: tips[1] },
  ];
}

/** `…-1` and `…-2`, or what comes next that is free. */
async function freeNames(desk: Desk, branch: string): Promise<readonly [string, string]> {
  const free: string[] = [];
  for (let number = 1; free.length < 2; number += 1) {
    const name = `${branch}-${number}`;
    if ((await tipOf(desk, `refs/heads/${name}`)) === null) free.push(name);
  }
  const [first = '', second = ''] = free;
  return [first, second];
}

function notSplit(branch: string, made: Exclude<Split, { readonly kind: 'split' }>): AppError {
  const shown = oneLine(branch, 200);
  if (made.kind === 'has-merges')
    return refused('branch-has-merges', `${shown} has merges, and they cannot be split`, '');
  const message =
    made.matching === 'all'
      ? `everything that ${shown} changes matches: nothing would be left`
      : `nothing that ${shown} changes matches`;
  return refused(
    'one-sided',
    message,
    `See what it changes: roundsman review diff ${shown} --stat`,
  );
}

function noPaths(): AppError {
  return new AppError('usage', {
    code: 'paths-missing',
    message: 'nothing says which files go to the first branch',
    hint: 'Say it: --path "docs/**"',
  });
}

function notOne(what: string): AppError {
  return new AppError('usage', {
    code: 'not-one-branch',
    message: `"${oneLine(what, 80)}" stands for several branches, and one is split at a time`,
    hint: 'Name the branch.',
  });
}
