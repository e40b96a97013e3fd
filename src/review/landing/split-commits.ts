/** A branch as two: each commit of it once with what some paths do, once with the rest. Made in a repository of ours. */
import { commitTree, type Person } from '../../git/commit-tree.ts';
import type { TreeChange } from '../../git/diff-trees.ts';
import type { GitCall } from '../../git/git-call.ts';
import { readCommits } from '../../git/read-commits.ts';
import type { CommitSha } from '../../words/ids.ts';
import { treeOf } from './make-commits.ts';

export interface SplitQuestion {
  readonly git: GitCall;
  readonly base: CommitSha;
  readonly tip: CommitSha;
  /** Whether a path goes to the first of the two. */
  readonly belongs: (path: string) => boolean;
  readonly committer: Person & { readonly at: string };
  /** Between two commits, in that repository. */
  readonly changes: (from: string, to: string) => Promise<readonly TreeChange[]>;
}

export type Split =
  | { readonly kind: 'split'; readonly tips: readonly [CommitSha, CommitSha] }
  /** All that it changes, or nothing of it, belongs to the first. */
  | { readonly kind: 'one-sided'; readonly matching: 'all' | 'none' }
  | { readonly kind: 'has-merges' };

/** Commits that are empty afterwards are left out; message and author stay. */
export async function splitCommits(question: SplitQuestion): Promise<Split> {
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

/* oxlint-disable-next-line eslint/max-params -- what of it */
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
/* oxlint-disable-next-line eslint/max-params -- git, a tree, and what changes in it */
export async function withChanges(
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
/* oxlint-disable-next-line eslint/max-params -- two commits */
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
