import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { type GitCall, gitIn } from './git-call.ts';
import { objectSizes } from './object-sizes.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Whether `ancestor` is `descendant` or one of its ancestors. */
export async function isAncestor(
  git: GitCall,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const asked = await git(['merge-base', '--is-ancestor', ancestor, descendant], {
    okExitCodes: [0, 1],
  });
  return asked.exitCode === 0;
}

/** A newest commit that both have; `null`: none, or one of them is not a commit here. */
export async function mergeBase(
  context: GitContext,
  a: CommitSha,
  b: CommitSha,
): Promise<CommitSha | null> {
  const asked = await runGit(['merge-base', a, b], { ...context, okExitCodes: [0, 1, 128] });
  const sha = asked.stdout.trim().split('\n')[0] ?? '';
  return asked.exitCode === 0 && isCommitSha(sha) ? sha : null;
}

// Which of many commits are in the history of others, however many there are: in two calls of git.

/** In the history of one of `bases`, or one of them. A commit that is not there any more is in nothing. */
export async function commitsWithin(
  request: { readonly commits: readonly CommitSha[]; readonly bases: readonly CommitSha[] },
  context: GitContext,
): Promise<ReadonlySet<CommitSha>> {
  const { commits, bases } = request;
  if (commits.length === 0 || bases.length === 0) return new Set();
  const facts = await objectSizes(gitIn(context), [...new Set(commits)]);
  const present = new Set<string>(
    facts.filter(({ type }) => type === 'commit').map(({ id }) => id),
  );
  const asked = commits.filter((commit) => present.has(commit));
  if (asked.length === 0) return new Set();
  const input = [...asked, ...bases.map((base) => `^${base}`)].join('\n');
  const { stdout } = await runGit(['rev-list', '--stdin'], { ...context, stdin: `${input}\n` });
  const outside = new Set(stdout.split('\n'));
  return new Set(asked.filter((commit) => !outside.has(commit)));
}

// The commit that a repository began with: the same in every clone, whatever it is called there.
export type FirstCommit =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'none' }
  /** Its beginning was not fetched. */
  | { readonly kind: 'shallow' };

/** Of several, the one whose name sorts first. */
export async function firstCommit(context: GitContext): Promise<FirstCommit> {
  const git = gitIn(context);
  const shallow = await git(['rev-parse', '--is-shallow-repository']);
  if (shallow.stdout.trim() === 'true') return { kind: 'shallow' };
  const listed = await git(['rev-list', '--max-parents=0', 'HEAD'], { okExitCodes: [0, 128] });
  const [sha] = listed.stdout
    .split('\n')
    .filter((line) => line !== '')
    .toSorted();
  return listed.exitCode !== 0 || sha === undefined ? { kind: 'none' } : { kind: 'commit', sha };
}
