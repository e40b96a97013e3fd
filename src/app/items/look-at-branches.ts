/** What the repository says of branches, as far as items need it. Fetches nothing. */
import { asAppError } from '../../domain/errors.ts';
import type { CommitSha } from '../../domain/ids.ts';
import type { RunView } from '../../domain/run.ts';
import type { BranchesSeen } from '../../domain/tie-branches.ts';
import type { GitCall } from '../../git/git-call.ts';
import { isAncestor } from '../../git/is-ancestor.ts';
import {
  coverageOnBases,
  coverageOnBranches,
  type CoveringCommit,
} from '../../git/list-coverage.ts';
import { listHeads } from '../../git/list-heads.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import { runGit } from '../../git/run-git.ts';
import { defaultBase } from '../../worktrees/choose-base.ts';
import type { Workspace } from '../contract.ts';

const COVERS = 'Roundsman-Covers';

export interface BranchQuestion {
  readonly runs: readonly RunView[];
  /** Runs whose branch matters although it is there no more. */
  readonly wanted: (run: RunView) => boolean;
  /** Commits of the base before it cover nothing that is open. ISO 8601. */
  readonly since: string;
}

export async function lookAtBranches(
  workspace: Pick<Workspace, 'location' | 'gitEnv'>,
  question: BranchQuestion,
): Promise<BranchesSeen> {
  const context = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const git: GitCall = (args, options) => runGit(args, { ...context, ...options });
  const bases = await basesOf(git, workspace.location.bare);
  const [heads, onBranches, onBases] = await Promise.all([
    listHeads(bases, context),
    coverageOnBranches({ key: COVERS, prefix: 'roundsman', bases }, context),
    coverageOnBases({ key: COVERS, bases, since: question.since }, context),
  ]);
  const landedHeads = new Set<CommitSha>();
  for (const run of question.runs) {
    const { branch, head } = run;
    if (branch === null || head === null || heads.has(branch) || !question.wanted(run)) continue;
    if (await isIn(git, head, bases)) landedHeads.add(head);
  }
  return { heads, landedHeads, covered: byBranch(onBranches), landed: onBases };
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

/** A commit that is not even there any more is in nothing. */
async function isIn(git: GitCall, head: CommitSha, bases: readonly CommitSha[]): Promise<boolean> {
  if ((await resolveCommit(git, head)) === null) return false;
  for (const base of bases) if (await isAncestor(git, head, base)) return true;
  return false;
}

function byBranch(commits: readonly CoveringCommit[]): BranchesSeen['covered'] {
  const covered = new Map<string, Set<string>>();
  for (const { branch, values } of commits) {
    if (branch === null) continue;
    const known = covered.get(branch) ?? new Set<string>();
    for (const value of values) known.add(value);
    covered.set(branch, known);
  }
  return covered;
}
