/** Brings a judged tip from the bridge into the user's repository, as one new branch and nothing else. */
import { asAppError } from '../domain/errors.ts';
import type { CommitSha } from '../domain/ids.ts';
import { oneLine } from '../domain/text.ts';
import { fetchRefs } from '../git/fetch-ref.ts';
import { fileUrl } from '../git/file-url.ts';
import { gitIn } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { updateRefs } from '../git/update-refs.ts';
import { BRIDGE_TIP } from './bridge.ts';
import type { WorktreeRequest } from './contract.ts';
import { identityOf, incomingRefOf } from './run-identity.ts';
import type { WorktreeState } from './worktree-state.ts';

/** The reason why there is no branch, `null` when there is. Doing it twice does it once. */
export async function publishBranch(
  request: WorktreeRequest,
  state: WorktreeState,
  tip: CommitSha,
): Promise<string | null> {
  const git = gitIn({
    cwd: request.spec.workspace.root,
    env: { ...request.gitEnv, ...identityOf(request.spec), GIT_ALLOW_PROTOCOL: 'file' },
  });
  const ref = `refs/heads/${state.branch}`;
  const there = await resolveCommit(git, ref);
  if (there === tip) return null;
  if (there !== null) return `there is a branch ${state.branch} already`;
  const incoming = incomingRefOf(request.spec.id);
  try {
    await fetchRefs(git, {
      from: fileUrl(request.paths.bridge),
      refspecs: [`+${BRIDGE_TIP}:${incoming}`],
    });
    await updateRefs(git, [{ kind: 'create', ref, to: tip }]);
    return null;
  } catch (thrown) {
    return `the branch ${state.branch} could not be created: ${oneLine(asAppError(thrown).message, 300)}`;
  }
}
