import type { CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import { type GitContext, runGit } from './run-git.ts';
import { streamGit, type GitProgram, tokenReader } from './stream-git.ts';

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

// The paths that each commit of late touched, merges left out.
export interface TouchingCommit {
  readonly sha: string;
  readonly paths: readonly string[];
}

/** Newest first, from `tip` back to the first commit before `since`. Empty where the history is not all there. */
export async function touchedSince(
  context: GitContext,
  tip: CommitSha,
  since: Date,
): Promise<readonly TouchingCommit[]> {
  const log = await runGitBytes(
    [
      'log',
      '--no-merges',
      '--no-renames',
      '--name-only',
      '-z',
      `--since=${since.toISOString()}`,
      '--format=%x02%H',
      tip,
      '--',
    ],
    { ...context, okExitCodes: [0, 128] },
  );
  if (log.exitCode !== 0) return [];
  return log.stdout
    .toString('utf8')
    .split('\u0002')
    .slice(1)
    .map((record) => {
      const [sha = '', ...paths] = record.split('\0');
      return {
        sha: sha.trim(),
        paths: paths.map((path) => path.replace(/^\n/, '')).filter((path) => path !== ''),
      };
    });
}

/** Paths that the commits of a branch changed which no other branch here has; each once. */
export async function listOwnFiles(
  branch: { readonly name: string; readonly commit: CommitSha },
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    [
      'log',
      '--format=',
      '--name-only',
      '--no-renames',
      '-z',
      branch.commit,
      '--not',
      `--exclude=${branch.name}`,
      '--branches',
      '--',
    ],
    context,
  );
  return [...new Set(stdout.split('\0').filter((path) => path !== ''))];
}
