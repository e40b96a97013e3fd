/** Every path that differs between two commits. */
import { diffTrees, type TreeChange } from '../../git/diff-trees.ts';
import { sealedEnvironment } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import { settingsAsEnvironment } from '../../git/stream-git.ts';
import type { Desk } from './desk.ts';

/** Of the user's repository. */
export async function changesBetween(
  { workspace }: Desk,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> {
  const { gitDir } = workspace.location;
  const env = { ...sealedEnvironment(workspace.gitEnv), GIT_DIR: gitDir };
  return changesIn({ cwd: gitDir, env }, { from, to });
}

/** @param scratch a repository of ours */
export async function changesIn(
  scratch: GitContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly TreeChange[]> {
  const env = { ...scratch.env, ...settingsAsEnvironment() };
  const { changes } = await diffTrees({ ...scratch, env }, { from, to, most: Infinity });
  return changes;
}
