/** Brings a judged tip from the bridge into the user's repository, as one new branch and nothing else. */
import { diffTrees } from '../git/diff-trees.ts';
import { fetchRefs } from '../git/fetch-ref.ts';
import { fileUrl } from '../git/file-url.ts';
import { gitIn } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { asAppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import { BRIDGE_TIP } from './bridge.ts';
import { gitRejection } from './git-rejection.ts';
import { bridgeProgram } from './repository-calls.ts';
import { identityOf, incomingRefOf } from './run-identity.ts';
import type { WorktreeState } from './worktree-state.ts';

export type Published =
  | { readonly kind: 'branch'; readonly head: CommitSha }
  | { readonly kind: 'refused'; readonly reason: string };

/** Doing it again after a crash does it once: a commit of leftovers is another one then, with the same content. */
export async function publishBranch(
  request: WorktreeRequest,
  state: WorktreeState,
  tip: CommitSha,
): Promise<Published> {
  const git = gitIn({
    cwd: request.spec.workspace.root,
    env: { ...request.gitEnv, ...identityOf(request.spec), GIT_ALLOW_PROTOCOL: 'file' },
  });
  const ref = `refs/heads/${state.branch}`;
  const there = await resolveCommit(git, ref);
  if (there !== null) {
    if (there === tip || (await isSameTree(request, there, tip)))
      return { kind: 'branch', head: there };
    return { kind: 'refused', reason: `there is a branch ${state.branch} already` };
  }
  const incoming = incomingRefOf(request.spec.id);
  try {
    await fetchRefs(git, {
      from: fileUrl(request.paths.bridge),
      refspecs: [`+${BRIDGE_TIP}:${incoming}`],
    });
    await request.probe?.('worker/branch-fetched');
    await updateRefs(git, [{ kind: 'create', ref, to: tip }]);
    return { kind: 'branch', head: tip };
  } catch (thrown) {
    const why = oneLine(asAppError(thrown).message, 500);
    const rejection = gitRejection(why);
    if (rejection !== null)
      return { kind: 'refused', reason: `git refuses such files: ${rejection}` };
    return {
      kind: 'refused',
      reason: `the branch ${state.branch} could not be created: ${why.slice(0, 300)}`,
    };
  }
}

/** Seen from the bridge, which has the user's objects too. */
/* oxlint-disable-next-line eslint/max-params -- two commits of one run */
export async function isSameTree(
  request: WorktreeRequest,
  a: CommitSha,
  b: CommitSha,
): Promise<boolean> {
  const { count } = await diffTrees(bridgeProgram(request), { from: a, to: b, most: 0 });
  return count === 0;
}
