import { streamGit, type GitProgram } from './stream-git.ts';
import { tokenReader } from './token-reader.ts';

/**
 * Every path that a commit on the way from `base` to `tip` changed, once; of merges what differs from all parents.
 * `null` when there are more than `most`.
 */
export async function touchedPaths(
  repository: Omit<GitProgram, 'argv'>,
  { base, tip, most }: { readonly base: string; readonly tip: string; readonly most: number },
): Promise<ReadonlySet<string> | null> {
  const paths = new Set<string>();
  const reader = tokenReader(0, (token) => {
    if (token.length > 0) paths.add(token.toString('utf8'));
    return paths.size <= most;
  });
  const flags = ['-z', '--format=', '--name-only', '--no-renames', '--diff-merges=combined'];
  const answer = await streamGit({
    ...repository,
    argv: ['git', 'log', ...flags, tip, `^${base}`, '--'],
    verb: 'log',
    take: (piece) => reader.push(piece),
  });
  return answer.kind === 'stopped' ? null : paths;
}
