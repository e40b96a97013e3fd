/** Branches that follow one another: what a run made, and what it made of it when it was told to continue. */
import type { BranchName } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface ChainLink {
  readonly branch: BranchName;
  readonly run: RunView;
}

const FOLLOWING = /^(.+)-v?[1-9][0-9]*$/;

/** Oldest first; empty when no run of ours made the branch. @param views of all runs, parts among them, newest first */
export async function branchChain(
  workspace: Workspace,
  views: readonly RunView[],
  branch: string,
): Promise<readonly ChainLink[]> {
  const own = linkOf(views, branch);
  if (own === null) return [];
  const first = (await firstOf(workspace, own)) ?? own.branch;
  const links: ChainLink[] = [];
  for (const view of views) {
    const { routine, branch: name } = view;
    if (routine !== own.run.routine || name === null) continue;
    const root = name === first ? first : FOLLOWING.exec(name)?.[1];
    if (root !== first) continue;
    if (name !== first && (await firstOf(workspace, { branch: name, run: view })) !== first)
      continue;
    links.push({ branch: name, run: view });
  }
  return links.toSorted((a, b) => a.run.attempt - b.run.attempt);
}

function linkOf(views: readonly RunView[], branch: string): ChainLink | null {
  for (const run of views)
    if (run.branch !== null && run.branch === branch) return { branch: run.branch, run };
  return null;
}

/** Where its worktree began; `null`: with itself. */
async function firstOf({ runs }: Workspace, { run }: ChainLink): Promise<BranchName | null> {
  if (run.attempt === 1) return null;
  const follows = (await runs.read(run.id))?.spec.follows;
  return follows?.kept?.firstBranch ?? follows?.from?.firstBranch ?? null;
}
