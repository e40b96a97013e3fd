/** Commits of a range with all that is needed to make them again. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitCall } from './git-call.ts';
import type { GitContext } from './run-git.ts';

export interface ReadCommit {
  readonly sha: CommitSha;
  readonly parents: readonly string[];
  readonly tree: string;
  readonly author: {
    readonly name: string;
    readonly email: string;
    /** As git keeps it: `1700000000 +0100`. */
    readonly at: string;
  };
  /** Whole, hostile. */
  readonly message: string;
  /** Of the message; hostile. */
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
}

const FIELDS = ['%H', '%P', '%T', '%an', '%ae', '%ad', '%B', '%(trailers:only,unfold)'];

/** Those that `tip` has and `without` has not, oldest first, parents before children. */
export async function readCommits(
  git: GitCall,
  { tip, without }: { readonly tip: string; readonly without: string },
): Promise<readonly ReadCommit[]> {
  const { stdout } = await git([
    'log',
    '-z',
    '--reverse',
    '--topo-order',
    '--date=raw',
    `--format=tformat:${FIELDS.join('%x00')}`,
    tip,
    `^${without}`,
    '--',
  ]);
  const words = stdout.split('\0');
  const commits: ReadCommit[] = [];
  for (let at = 0; at + FIELDS.length <= words.length; at += FIELDS.length) {
    const [
      sha = '',
      parents = '',
      tree = '',
      name = '',
      email = '',
      date = '',
      message = '',
      tail,
    ] = words.slice(at, at + FIELDS.length);
    if (!isCommitSha(sha)) continue;
    commits.push({
      sha,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      tree,
      author: { name, email, at: date },
      message,
      trailers: trailersOf(tail ?? ''),
    });
  }
  return commits;
}

function trailersOf(text: string): ReadCommit['trailers'] {
  return text.split('\n').flatMap((line) => {
    const cut = line.indexOf(':');
    if (cut <= 0) return [];
    return [{ key: line.slice(0, cut).trim(), value: line.slice(cut + 1).trim() }];
  });
}

// The commits between some tips and what all of them have, by two processes.
export interface CommitGraph {
  /** Parents by commit, newest first; parents that are not listed lie below. */
  readonly parents: ReadonlyMap<CommitSha, readonly CommitSha[]>;
  /** A commit that all tips have; what is at it or before it is not listed. `null`: they share none. */
  readonly floor: CommitSha | null;
  /** False: there is more than was read, and what follows from the graph is not to be trusted. */
  readonly whole: boolean;
}

/** More than any team has between its branches; reading stops there. */
export const MOST_COMMITS = 300_000;

/** Throws `failed` / `git-failed` when a tip is not a commit of the repository. */
export async function readCommitGraph(
  tips: readonly CommitSha[],
  context: GitContext,
): Promise<CommitGraph> {
  const wanted = [...new Set(tips)];
  if (wanted.length === 0) return { parents: new Map(), floor: null, whole: true };
  const asked = await runGitBytes(['merge-base', '--octopus', ...wanted], {
    ...context,
    // 1: they have nothing in common.
    okExitCodes: [0, 1],
  });
  const found = asked.stdout.toString('latin1').trim();
  const floor = isCommitSha(found) ? found : null;
  const { stdout } = await runGitBytes(
    [
      'rev-list',
      '--parents',
      `--max-count=${MOST_COMMITS}`,
      ...wanted,
      ...(floor === null ? [] : ['--not', floor]),
      '--',
    ],
    context,
  );
  const parents = new Map<CommitSha, readonly CommitSha[]>();
  for (const line of stdout.toString('latin1').split('\n')) {
    const [commit, ...above] = line.split(' ').filter((word) => isCommitSha(word));
    if (commit !== undefined) parents.set(commit, above);
  }
  return { parents, floor, whole: parents.size < MOST_COMMITS };
}
