/** Branches of ours that wait for review, with what they change. */
import type { WaitingBranch } from '../context/brief.ts';
import { gitBranchLook, waitingBranches } from '../context/waiting-branches.ts';
import { gitIn } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { hostTimezone } from '../platform/environment.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { decidedBranches } from '../words/review/branch-verdict.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface BranchList {
  /** Newest first. */
  readonly branches: readonly WaitingBranch[];
  /** What they are not merged into; `null`: the repository has no commit yet. */
  readonly base: CommitSha | null;
}

/** @param base of a run, so that it sees what its brief names; else what is checked out */
export async function listBranches(
  workspace: Workspace,
  base: string | null = null,
): Promise<BranchList> {
  const { location, gitEnv, runs, proposals, review } = workspace;
  const git = { cwd: location.gitDir, env: gitEnv };
  const from = base !== null && isCommitSha(base) ? base : await resolveCommit(gitIn(git), 'HEAD');
  if (from === null) return { branches: [], base: null };
  const { views } = await runs.listViews({ parts: true });
  const look = gitBranchLook(from, git);
  const decided = async () => decidedBranches(await review.verdicts.list());
  const timezone = hostTimezone();
  const branches = await waitingBranches({ views, proposals, decided, look, timezone });
  return { branches, base: from };
}
