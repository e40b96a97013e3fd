/** The paths that each commit of late touched, merges left out. */
import type { CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

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
