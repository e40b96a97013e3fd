/** What to tell about work that was refused: where it is, and the commands that show and take it. */
import { resolveCommit } from '../git/resolve-commit.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { CommitSha } from '../words/ids.ts';
import { BRIDGE_TIP } from './bridge.ts';
import { shellWord } from './enclosed-git.ts';
import { userGit } from './repository-calls.ts';
import type { WorktreeState } from './worktree-state.ts';

/** @param tip `null` when git takes nothing of it */
export async function waysToTake(
  request: WorktreeRequest,
  state: WorktreeState,
  tip: CommitSha | null,
): Promise<readonly string[]> {
  const { bridge, worktree } = request.paths;
  const { base } = state.opened;
  if (tip === null || tip === base) return [`the work is kept aside, as files in ${worktree}`];
  const look = `git --git-dir=${shellWord(bridge)} log -p ${base.slice(0, 12)}..${BRIDGE_TIP}`;
  const taken = await resolveCommit(userGit(request), `refs/heads/${state.branch}`);
  const branch = taken === null ? state.branch : `${state.branch}-kept`;
  const root = shellWord(request.spec.workspace.root);
  const take = `git -C ${root} fetch --no-tags ${shellWord(bridge)} ${BRIDGE_TIP}:refs/heads/${branch}`;
  return [
    `the work is kept aside; look at it with: ${look}`,
    `to take it all the same, as a branch that you can check out: ${take}`,
  ];
}
