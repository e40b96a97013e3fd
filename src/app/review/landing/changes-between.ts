/** Every path that differs between two commits. */
import { diffTrees, type TreeChange } from '../../../git/diff-trees.ts';
import { sealedEnvironment } from '../../../git/git-call.ts';
import { settingsAsEnvironment } from '../../../git/stream-git.ts';
import type { Desk } from './desk.ts';

/** Of the user's repository. */
/* oxlint-disable-next-line eslint/max-params -- two commits */
export async function changesBetween(
  desk: Desk,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> {
  return changesIn(desk, desk.workspace.location.gitDir, { from, to });
}

/** @param gitDir of the repository that is asked */
/* oxlint-disable-next-line eslint/max-params -- a repository, and two commits */
export async function changesIn(
  { workspace }: Desk,
  gitDir: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly TreeChange[]> {
  const env = {
    ...sealedEnvironment(workspace.gitEnv),
    ...settingsAsEnvironment(),
    GIT_DIR: gitDir,
  };
  const { changes } = await diffTrees({ cwd: gitDir, env }, { from, to, most: Infinity });
  return changes;
}
