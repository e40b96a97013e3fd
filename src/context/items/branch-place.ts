/** Where branches of a workspace are looked for, and what they must be merged into. Fetches nothing. */
import { defaultBase } from '../../git/choose-base.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { BranchPlace } from '../../ledger/item-branches.ts';
import { asAppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';

export async function branchPlace({
  location,
  gitEnv,
}: Pick<Workspace, 'location' | 'gitEnv'>): Promise<BranchPlace> {
  const git = { cwd: location.gitDir, env: gitEnv };
  return { git, bases: await basesOf(gitIn(git), location.bare) };
}

/** Where runs begin by default, here and at the remote: what either has is merged. Empty without a commit. */
async function basesOf(git: GitCall, bare: boolean): Promise<readonly CommitSha[]> {
  try {
    const choice = await defaultBase(git, bare);
    const local = choice.kind === 'remote' && choice.local !== null ? [choice.local] : [];
    const refs = [choice.ref, ...local];
    const commits = await Promise.all(refs.map((ref) => resolveCommit(git, ref)));
    return [...new Set(commits.filter((commit) => commit !== null))];
  } catch (thrown) {
    if (asAppError(thrown).reason === 'no-commit') return [];
    throw thrown;
  }
}
