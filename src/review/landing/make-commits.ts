/**
 * The commits of a landing, made in a repository of ours: nothing of the user's is touched, no program of theirs is started.
 * git merges here as it does in trials, so that what merges there lands here.
 */
import { isAncestor } from '../../git/ancestry.ts';
import { commitTree, type NewCommit, type Person } from '../../git/commit-tree.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { mergeTrees } from '../../git/merge-trees.ts';
import { readCommits, type ReadCommit } from '../../git/read-commits.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { GitContext } from '../../git/run-git.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { LandMethod } from '../../words/review/landing.ts';
import { mergeMessage, squashAuthor, squashMessage, type LandingWords } from './landing-message.ts';

export interface LandingBranch extends Omit<LandingWords, 'target' | 'set' | 'landing' | 'reason'> {
  readonly tip: CommitSha;
}

export interface CommitsRequest {
  readonly scratch: GitContext;
  readonly method: LandMethod;
  /** Where the target stands. */
  readonly from: CommitSha;
  /** In the order in which they land. */
  readonly branches: readonly LandingBranch[];
  readonly words: Pick<LandingWords, 'target' | 'set' | 'landing' | 'reason'>;
  readonly committer: Person & { readonly at: string };
}

export type MadeCommits =
  /** One for each branch, the last is where the target goes. */
  | { readonly kind: 'made'; readonly commits: readonly CommitSha[] }
  | {
      readonly kind: 'trouble';
      readonly branch: string;
      readonly what: 'conflict' | 'nothing' | 'has-merges' | 'unrelated';
      readonly files: readonly string[];
      /** Of a rebase: the commit that does not fit. */
      readonly at: string | null;
    };

/** Stops at the first trouble. */
export async function makeCommits(request: CommitsRequest): Promise<MadeCommits> {
  const commits: CommitSha[] = [];
  let onto = request.from;
  for (const branch of request.branches) {
    const made = await landOne(request, branch, onto);
    if (typeof made !== 'string')
      return { kind: 'trouble', branch: branch.branch, files: [], at: null, ...made };
    commits.push(made);
    onto = made;
  }
  return { kind: 'made', commits };
}

type Trouble = Partial<Extract<MadeCommits, { readonly kind: 'trouble' }>> & {
  readonly what: Extract<MadeCommits, { readonly kind: 'trouble' }>['what'];
};

async function landOne(
  request: CommitsRequest,
  branch: LandingBranch,
  onto: CommitSha,
): Promise<CommitSha | Trouble> {
  const { scratch, method } = request;
  const git = gitIn(scratch);
  const commits = await readCommits(git, { tip: branch.tip, without: onto });
  if (commits.length === 0) return { what: 'nothing' };
  if (!(await isRelated(git, branch.tip, onto))) return { what: 'unrelated' };
  switch (method) {
    case 'merge':
    case 'squash':
      return mergeOne(request, { branch, onto, commits });
    case 'rebase':
      return replay(request, { onto, commits });
    default:
      return assertNever(method);
  }
}

interface OneBranch {
  readonly branch: LandingBranch;
  readonly onto: CommitSha;
  readonly commits: readonly ReadCommit[];
}

async function mergeOne(
  { scratch, method, words, committer }: CommitsRequest,
  { branch, onto, commits }: OneBranch,
): Promise<CommitSha | Trouble> {
  const git = gitIn(scratch);
  const merged = await mergeOf(scratch, onto, branch.tip);
  if (merged.kind === 'conflict') return { what: 'conflict', files: merged.files };
  const { tree } = merged;
  const all = { ...words, ...branch };
  if (method === 'merge') {
    const message = mergeMessage(all, commits);
    const parents = [onto, branch.tip];
    return commitTree(git, { tree, parents, message, author: committer, committer });
  }
  if (tree === (await treeOf(git, onto))) return { what: 'nothing' };
  const author = squashAuthor(commits) ?? committer;
  const message = squashMessage(all, commits);
  return commitTree(git, { tree, parents: [onto], message, author, committer });
}

/** Each commit as a merge whose base is its own parent; what changes nothing there is left out, as `git rebase` does. */
async function replay(
  { scratch, committer }: CommitsRequest,
  { onto, commits }: Pick<OneBranch, 'onto' | 'commits'>,
): Promise<CommitSha | Trouble> {
  if (commits.some(({ parents }) => parents.length > 1)) return { what: 'has-merges' };
  const git = gitIn(scratch);
  let head = onto;
  let tree = await treeOf(git, onto);
  for (const commit of commits) {
    const [parent] = commit.parents;
    if (parent === undefined) return { what: 'unrelated' };
    const picked = await pick(scratch, { commit, parent, tree, committer });
    if (picked.kind === 'conflict')
      return { what: 'conflict', files: picked.files, at: commit.sha };
    if (picked.tree === tree) continue;
    tree = picked.tree;
    const { author, message } = commit;
    head = await commitTree(git, { tree, parents: [head], message, author, committer });
  }
  return head === onto ? { what: 'nothing' } : head;
}

/** Between two children of its parent, so that git takes the parent for the base. */
async function pick(
  scratch: GitContext,
  one: {
    readonly commit: ReadCommit;
    readonly parent: string;
    readonly tree: string;
    readonly committer: NewCommit['committer'];
  },
): Promise<Merged> {
  const { commit, parent, tree, committer } = one;
  const side = { tree, parents: [parent], message: 'onto', author: committer, committer };
  return mergeOf(scratch, await commitTree(gitIn(scratch), side), commit.sha);
}

type Merged =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** Throws `git-failed` for what git cannot merge at all. */
async function mergeOf(scratch: GitContext, ours: string, theirs: string): Promise<Merged> {
  const [answer] = await mergeTrees([{ ours, theirs }], scratch);
  if (answer?.kind === 'clean') return answer;
  if (answer?.kind === 'conflict')
    return { kind: 'conflict', files: answer.files.map(({ path }) => path) };
  throw new AppError('failed', {
    code: 'git-failed',
    message: `git cannot merge ${theirs}: ${answer?.detail ?? 'it said nothing'}`,
    hint: '',
  });
}

async function isRelated(git: GitCall, a: CommitSha, b: CommitSha): Promise<boolean> {
  const asked = await git(['merge-base', a, b], { okExitCodes: [0, 1] });
  return asked.exitCode === 0;
}

export async function treeOf(git: GitCall, commit: string): Promise<string> {
  const { stdout } = await git(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`]);
  return stdout.trim();
}

/** What takes a landing back on a target that continued since; `null`: it changes nothing any more. */
export async function makeRevert(request: {
  readonly scratch: GitContext;
  readonly from: CommitSha;
  readonly to: CommitSha;
  /** Where the target stands now. */
  readonly tip: CommitSha;
  readonly message: string;
  readonly committer: Person & { readonly at: string };
}): Promise<
  | { readonly kind: 'made'; readonly commit: CommitSha }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  | { readonly kind: 'nothing' }
> {
  const { scratch, from, to, tip, message, committer } = request;
  const git = gitIn(scratch);
  const onto = await treeOf(git, tip);
  const side = { parents: [to], message: 'side', author: committer, committer };
  const ours = await commitTree(git, { ...side, tree: onto });
  const theirs = await commitTree(git, { ...side, tree: await treeOf(git, from) });
  const merged = await mergeOf(scratch, ours, theirs);
  if (merged.kind === 'conflict') return merged;
  if (merged.tree === onto || (await resolveCommit(git, tip)) === null) return { kind: 'nothing' };
  const { tree } = merged;
  const commit = await commitTree(git, {
    tree,
    parents: [tip],
    message,
    author: committer,
    committer,
  });
  return { kind: 'made', commit };
}

// One branch put onto a commit: its commits one by one, else as a merge.
export interface FoldPlace {
  readonly scratch: GitContext;
  readonly committer: Person & { readonly at: string };
}

/** `null`: they do not fit together. */
export async function foldOne(
  { scratch, committer }: FoldPlace,
  onto: CommitSha,
  { branch, tip }: { readonly branch: string; readonly tip: CommitSha },
): Promise<CommitSha | null> {
  const git = gitIn(scratch);
  if (await isAncestor(git, onto, tip)) return tip;
  const made = await makeCommits({
    scratch,
    method: 'rebase',
    from: onto,
    branches: [{ branch, tip, run: null, routine: null }],
    words: { target: branch, set: null, landing: '', reason: '' },
    committer,
  });
  if (made.kind === 'made') return made.commits.at(-1) ?? onto;
  // All that it changes is there already.
  if (made.what === 'nothing') return onto;
  if (made.what === 'unrelated') return null;
  const [merged] = await mergeTrees([{ ours: onto, theirs: tip }], scratch);
  if (merged?.kind !== 'clean') return null;
  return commitTree(git, {
    tree: merged.tree,
    parents: [onto, tip],
    message: `Merge ${branch}`,
    author: committer,
    committer,
  });
}
