/** How many commits changed some paths since an instant. */
import type { GitCall } from './git-call.ts';

export interface CommitsSince {
  readonly commit: string;
  /** ISO 8601, by committer date. */
  readonly since: string;
  /** git pathspecs; empty = every commit. */
  readonly pathspecs: readonly string[];
  /** Not counted further. */
  readonly most: number;
}

export async function countCommitsSince(
  git: GitCall,
  { commit, since, pathspecs, most }: CommitsSince,
): Promise<number> {
  const asked = await git([
    'rev-list',
    '--count',
    `--max-count=${most}`,
    `--since=${since}`,
    commit,
    '--',
    ...pathspecs,
  ]);
  return Number(asked.stdout.trim());
}
