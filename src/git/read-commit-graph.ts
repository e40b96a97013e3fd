/** The commits between some tips and what all of them have, by two processes. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

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
