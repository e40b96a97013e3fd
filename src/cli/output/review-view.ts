/** Change sets as `review --json` gives them. The shape is fixed; fields may be added. Pure. */
import type { LandingPreview } from '../../review/contract.ts';
import { assertNever } from '../../words/errors.ts';
import type { AsideBranch, ChangeSet, ReviewLook, Risk } from '../../words/review/change-set.ts';
import type { Landing } from '../../words/review/landing.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';

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

export function nothingWaits(others: boolean): string {
  return others
    ? 'No branch waits for review.'
    : 'No branch of a run waits for review. `roundsman review --others` shows those of persons and other agents.';
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

// Landings as documents and as lines.
export function toLandingView(landing: Landing): object {
  const { id, set, method, target, from, to, steps, state, reason, by, startedAt, endedAt } =
    landing;
  return {
    id,
    set,
    method,
    target,
    from,
    to,
    branches: steps,
    state,
    reason,
    by,
    startedAt,
    endedAt,
  };
}

/** `landed S-3fa9 (3 branches) on main: 1a2b3c4d5e`. */
export function landingLine(landing: Landing): string {
  const { id, set, steps, target, state, to } = landing;
  const [first] = steps;
  const what =
    set === null
      ? oneLine(first?.branch ?? '', 200)
      : `${set} (${plural(steps.length, 'branch', 'branches')})`;
  switch (state.kind) {
    case 'landed':
      return `landed ${what} on ${target}: ${(to ?? '').slice(0, 10)}; take it back: roundsman undo ${id.slice(-6)}`;
    case 'queued':
      return `queued ${what} for ${target}, until these are clean: ${state.paths.map((path) => oneLine(path, 200)).join(', ')}`;
    case 'undone':
      return state.revert === undefined
        ? `took ${what} back: ${target} is where it was, at ${landing.from.slice(0, 10)}`
        : `took ${what} back by ${state.revert.slice(0, 10)} on ${target}`;
    case 'refused':
      return `${what} did not land on ${target}: ${oneLine(state.why, 300)}`;
    case 'preparing':
    case 'moving':
    case 'undoing':
      return `${what} is not done yet`;
    default:
      return assertNever(state);
  }
}

const MOST_FILES = 40;

export function writePreview(page: Page, preview: LandingPreview): void {
  const { set, method, target, checkout, branches, files, passedOver } = preview;
  const where = checkout === null ? 'checked out nowhere' : `checked out in ${checkout}`;
  page.line(page.paint('strong', `${method} onto ${target} (${where})`));
  if (set !== null) page.line(`  branch group ${set}`);
  for (const { branch, tip, subject, commits } of branches)
    page.line(
      `  ${oneLine(branch, 200)}  ${tip.slice(0, 10)}  ${plural(commits, 'commit')}  ${oneLine(subject, 120)}`,
    );
  for (const { path, status } of files.slice(0, MOST_FILES))
    page.line(`    ${status} ${oneLine(path, 300)}`);
  if (files.length > MOST_FILES)
    page.line(
      `    and ${files.length - MOST_FILES} more: roundsman review diff ${set ?? branches[0]?.branch ?? ''} --stat`,
    );
  for (const reason of passedOver) page.line(page.paint('warn', `  not ready: ${reason}`));
}
