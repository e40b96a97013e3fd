import type { CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

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
