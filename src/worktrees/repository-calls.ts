/** git for the three repositories of a run: the user's, the run's (until the agent starts), the bridge. */
import { gitIn, sealedEnvironment, sealedGitIn, type GitCall } from '../git/git-call.ts';
import { settingsAsEnvironment, type GitProgram } from '../git/stream-git.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { identityOf } from './run-identity.ts';

/** The user's repository, with the user's settings (credentials, `safe.directory`). */
export function userGit(request: WorktreeRequest): GitCall {
  return gitIn({
    cwd: request.spec.workspace.root,
    env: { ...request.gitEnv, ...identityOf(request.spec) },
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
}

/** The run repository. **Invariant:** never called once the agent has started. */
export function runRepositoryGit(request: WorktreeRequest): GitCall {
  return sealedGitIn({
    cwd: request.paths.worktree,
    env: { ...request.gitEnv, ...identityOf(request.spec) },
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
}

/** The bridge. Not cut short by the run's signal: what comes after the work keeps what there is. */
export function bridgeGit(request: WorktreeRequest): GitCall {
  return sealedGitIn({
    cwd: request.paths.bridge,
    env: {
      ...request.gitEnv,
      ...identityOf(request.spec),
      GIT_DIR: request.paths.bridge,
    },
  });
}

/** The bridge, for git as a plain process. */
export function bridgeProgram(request: WorktreeRequest): Omit<GitProgram, 'argv'> {
  return {
    cwd: request.paths.bridge,
    env: {
      ...sealedEnvironment(request.gitEnv),
      ...settingsAsEnvironment(),
      GIT_DIR: request.paths.bridge,
    },
  };
}
