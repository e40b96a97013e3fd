/** Fills the index that `GIT_INDEX_FILE` names, and refuses to touch the repository's own. */
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export async function readTreeIntoIndex(context: GitContext, commit: CommitSha): Promise<void> {
  if (context.env['GIT_INDEX_FILE'] === undefined) {
    throw new AppError('internal', {
      code: 'no-index-named',
      message: `read-tree of ${commit} without an index of its own`,
      hint: '',
    });
  }
  await runGit(['read-tree', commit], context);
}
