import { gitIn } from '../git/git-call.ts';
import { mergeBase } from '../git/merge-base.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import type { GitContext } from '../git/run-git.ts';
import type { CommitSha } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';

/** Where a branch began: as its run has it, else where it left what is checked out. */
export async function branchBase(
  git: GitContext,
  {
    views,
    branch,
    tip,
  }: { readonly views: readonly RunView[]; readonly branch: string; readonly tip: CommitSha },
): Promise<CommitSha | null> {
  const recorded = views.find((view) => view.branch === branch)?.base ?? null;
  if (recorded !== null) return recorded;
  const head = await resolveCommit(gitIn(git), 'HEAD');
  return head === null ? null : mergeBase(git, head, tip);
}
