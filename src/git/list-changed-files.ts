import type { CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Paths that differ between two commits, as they are called in `to` or, when deleted there, in `from`. */
export async function listChangedFiles(
  range: { readonly from: CommitSha; readonly to: CommitSha },
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    ['diff-tree', '-r', '-z', '--name-only', '--no-renames', range.from, range.to, '--'],
    context,
  );
  return stdout.split('\0').filter((path) => path !== '');
}
