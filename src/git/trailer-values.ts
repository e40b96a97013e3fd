/** What the trailers of one key say in a stretch of history. */
import type { CommitSha } from '../domain/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Newest commit first; only real trailers count. Throws `failed` / `git-failed` for what is not a commit. */
export async function listTrailerValues(
  request: { readonly key: string; readonly from: CommitSha; readonly to: CommitSha },
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    [
      'log',
      `--format=%(trailers:key=${request.key},valueonly,unfold)`,
      `${request.from}..${request.to}`,
      '--',
    ],
    context,
  );
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
