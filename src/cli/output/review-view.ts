/** Change sets as `review --json` gives them. The shape is fixed; fields may be added. Pure. */
import type { AsideBranch, ChangeSet, ReviewLook, Risk } from '../../words/review/change-set.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';

export function toReviewView(look: ReviewLook): object {
  return {
    changeSets: look.sets.map(toSetView),
    weak: look.weak,
    aside: look.aside.map(({ branch, kind, detail }) => ({
      branch: branch.branch,
      runId: branch.runId,
      kind,
      detail,
    })),
    targets: look.targets,
    problems: look.problems,
  };
}

export function toSetView(set: ChangeSet): object {
  return {
    id: set.id,
    target: set.target,
    risk: set.risk.level,
    riskReasons: set.risk.reasons,
    alike: set.alike,
    branches: set.branches.map((branch) => ({
      ...toBranchView(branch, set.risks[branch.branch] ?? null),
      readiness: set.branchReadiness[branch.branch] ?? [],
    })),
    couplings: set.couplings,
    conflicts: conflictsOf(set.trials),
    errors: set.trials
      .filter(({ kind }) => kind === 'error')
      .map(({ a, b, detail }) => ({ a, b, detail })),
    order: set.order,
    readiness: set.readiness,
    variants: set.variants,
  };
}

/** One branch, with what its set says of it. */
export function toNamedBranchView({
  branch,
  set,
  aside,
  replaces,
}: {
  readonly branch: ReviewBranch;
  /** Branches that waited before and that it took the place of. */
  readonly replaces: readonly string[];
  readonly set: ChangeSet | null;
  readonly aside: AsideBranch | null;
}): object {
  const isOf = (one: { readonly a: string; readonly b: string }): boolean =>
    one.a === branch.branch || one.b === branch.branch;
  return {
    ...toBranchView(branch, set?.risks[branch.branch] ?? null),
    changes: branch.changes,
    set: set?.id ?? null,
    replaces,
    aside: aside === null ? null : { kind: aside.kind, detail: aside.detail },
    couplings: set?.couplings.filter(isOf) ?? [],
    conflicts: conflictsOf(set?.trials.filter(isOf) ?? []),
    readiness: set?.branchReadiness[branch.branch] ?? [],
  };
}

function conflictsOf(trials: ChangeSet['trials']): readonly object[] {
  return trials
    .filter(({ kind }) => kind === 'conflict')
    .map(({ a, b, files }) => ({
      a,
      b,
      files: files.map(({ path }) => path),
      kinds: files.map(({ kind }) => kind),
    }));
}

function toBranchView(branch: ReviewBranch, risk: Risk | null): object {
  return {
    branch: branch.branch,
    runId: branch.runId,
    routine: branch.routine,
    files: branch.changes.map(({ path }) => path),
    insertions: branch.insertions,
    deletions: branch.deletions,
    risk: risk?.level ?? null,
    riskReasons: risk?.reasons ?? [],
    owner: branch.owner,
    engine: branch.engine,
    item: branch.item,
    variant: branch.variant,
    subject: branch.subject,
    tip: branch.tip,
    base: branch.base,
    target: branch.target,
    behind: branch.behind,
    commits: branch.commits,
    madeAt: branch.madeAt,
    covers: branch.covers,
    worktree: branch.worktree,
  };
}
