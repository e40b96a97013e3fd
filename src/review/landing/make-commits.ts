import { assertNever } from '../../domain/errors.ts';
/** The commits of a landing, made in a repository of ours: nothing of the user's is touched, no program of theirs is started. */
import type { CommitSha } from '../../domain/ids.ts';
import type { LandMethod } from '../../domain/review/landing.ts';
import { commitTree, type NewCommit, type Person } from '../../git/commit-tree.ts';
import type { GitCall } from '../../git/git-call.ts';
import { mergeCommits } from '../../git/merge-commits.ts';
import { readCommits, type ReadCommit } from '../../git/read-commits.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import { mergeMessage, squashAuthor, squashMessage, type LandingWords } from './landing-message.ts';

export interface LandingBranch extends Omit<LandingWords, 'target' | 'set' | 'landing' | 'reason'> {
  readonly tip: CommitSha;
}

export interface CommitsRequest {
  /** In the scratch repository. */
  readonly git: GitCall;
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

/* oxlint-disable-next-line eslint/max-params -- all of it, one branch, and what it goes onto */
async function landOne(
  request: CommitsRequest,
  branch: LandingBranch,
  onto: CommitSha,
): Promise<CommitSha | Trouble> {
  const { git, method } = request;
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
  { git, method, words, committer }: CommitsRequest,
  { branch, onto, commits }: OneBranch,
): Promise<CommitSha | Trouble> {
  const merged = await mergeCommits(git, onto, branch.tip);
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
  { git, committer }: CommitsRequest,
  { onto, commits }: Pick<OneBranch, 'onto' | 'commits'>,
): Promise<CommitSha | Trouble> {
  if (commits.some(({ parents }) => parents.length > 1)) return { what: 'has-merges' };
  let head = onto;
  let tree = await treeOf(git, onto);
  for (const commit of commits) {
    const [parent] = commit.parents;
    if (parent === undefined) return { what: 'unrelated' };
    const picked = await pick(git, { commit, parent, tree, committer });
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
  git: GitCall,
  one: {
    readonly commit: ReadCommit;
    readonly parent: string;
    readonly tree: string;
    readonly committer: NewCommit['committer'];
  },
): Promise<Awaited<ReturnType<typeof mergeCommits>>> {
  const { commit, parent, tree, committer } = one;
  const side = { tree, parents: [parent], message: 'onto', author: committer, committer };
  return mergeCommits(git, await commitTree(git, side), commit.sha);
}

/* oxlint-disable-next-line eslint/max-params -- git, and two commits */
async function isRelated(git: GitCall, a: CommitSha, b: CommitSha): Promise<boolean> {
  const asked = await git(['merge-base', a, b], { okExitCodes: [0, 1] });
  return asked.exitCode === 0;
}

export async function treeOf(git: GitCall, commit: string): Promise<string> {
  const { stdout } = await git(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`]);
  return stdout.trim();
}

/** What takes a landing back on a target that went on since; `null`: it changes nothing any more. */
export async function makeRevert(request: {
  readonly git: GitCall;
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
  const { git, from, to, tip, message, committer } = request;
  const onto = await treeOf(git, tip);
  const side = { parents: [to], message: 'side', author: committer, committer };
  const ours = await commitTree(git, { ...side, tree: onto });
  const theirs = await commitTree(git, { ...side, tree: await treeOf(git, from) });
  const merged = await mergeCommits(git, ours, theirs);
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
