/** All that waits for review: branches, what ties them, whether they merge, what has to be right before they land. */
import type { RunId } from '../../domain/ids.ts';
import type { ChangeSet, GroupedSet, ReviewLook } from '../../domain/review/change-set.ts';
import type { Coupling } from '../../domain/review/coupling.ts';
import type { MergeTrial } from '../../domain/review/merge-trial.ts';
import type { ReviewBranch } from '../../domain/review/review-branch.ts';
import { DEFAULT_REVIEW } from '../../domain/review/review-settings.ts';
import { listBranchTips } from '../../git/list-branch-tips.ts';
import type { FactCache } from '../../review/fact-cache.ts';
import { fileFactCache } from '../../review/file-fact-cache.ts';
import { groupBranches } from '../../review/group-branches.ts';
import { readBranches, type BranchesRead } from '../../review/read-branches.ts';
import { riskOf, riskOfSet } from '../../review/risk-of.ts';
import { reviewPaths } from '../../store/state-paths.ts';
import type { Workspace } from '../contract.ts';
import type { LookRequest } from './contract.ts';
import { defaultTarget } from './default-target.ts';
import { readRunBranches } from './run-branches.ts';

/** Quick when nothing changed: what was found out stands in the cache, by object ids. Starts no check and no engine. */
export async function lookAtReview(
  workspace: Workspace,
  request: LookRequest = {},
): Promise<ReviewLook> {
  const { location, gitEnv, runs, proposals, review } = workspace;
  const { signal } = request;
  const repository = {
    cwd: location.gitDir,
    env: gitEnv,
    ...(signal === undefined ? {} : { signal }),
  };
  const cache = fileFactCache(reviewPaths(location.stateDir).cache);
  const [{ views }, tips, target, choices, proposed] = await Promise.all([
    runs.listViews({ parts: true }),
    listBranchTips(repository),
    defaultTarget(workspace),
    review.choices.list(),
    proposals.list(),
  ]);
  const there = new Set(tips.map(({ branch }) => branch));
  const { origins } = await readRunBranches(workspace, { views, there });
  const covered = new Map<RunId, Set<string>>();
  for (const { run, type, payload } of proposed) {
    if (type !== 'file-item') continue;
    const known = covered.get(run) ?? new Set<string>();
    for (const fingerprint of payload.findings) known.add(fingerprint);
    covered.set(run, known);
  }
  const read = await readBranches({
    tips,
    origins,
    covered,
    defaultTarget: target,
    others: request.others ?? false,
    agentFolders: new Set(),
    repository,
    cache,
  });
  const { couplings, trials } = await tiesOf(read, { repository, cache });
  const { sets, weak } = groupBranches({ branches: read.branches, couplings, choices });
  return {
    sets: sets.map((set) => toChangeSet(set, { read, trials })),
    weak,
    aside: read.aside,
    targets: read.targets,
    problems: read.problems,
  };
}

async function tiesOf(
  _read: BranchesRead,
  _from: { readonly repository: unknown; readonly cache: FactCache },
): Promise<{ readonly couplings: readonly Coupling[]; readonly trials: readonly MergeTrial[] }> {
  return { couplings: [], trials: [] };
}

function toChangeSet(
  set: GroupedSet,
  { read, trials }: { readonly read: BranchesRead; readonly trials: readonly MergeTrial[] },
): ChangeSet {
  const names = new Set(set.branches.map(({ branch }) => branch));
  const risks = Object.fromEntries(
    set.branches.map((one) => [one.branch, riskOfBranch(one, read)] as const),
  );
  return {
    ...set,
    alike: null,
    trials: trials.filter(({ a, b }) => names.has(a) && (names.has(b) || b === set.target)),
    order: set.branches.map(({ branch }) => branch),
    readiness: [],
    branchReadiness: Object.fromEntries(set.branches.map(({ branch }) => [branch, []])),
    risks,
    risk: riskOfSet(Object.values(risks)),
    variants: variantsOf(set.branches),
  };
}

function riskOfBranch(branch: ReviewBranch, read: BranchesRead): ReturnType<typeof riskOf> {
  return riskOf({
    ...branch,
    modes: read.modes.get(branch.branch) ?? [],
    removedNames: [],
    banners: [],
    largeLines: DEFAULT_REVIEW.largeLines,
  });
}

function variantsOf(branches: readonly ReviewBranch[]): readonly (readonly string[])[] {
  const byRun = new Map<RunId, string[]>();
  for (const { branch, variant } of branches) {
    if (variant === null) continue;
    byRun.set(variant.of, [...(byRun.get(variant.of) ?? []), branch]);
  }
  return [...byRun.values()].filter((names) => names.length > 1);
}
