import { readDiff } from '../git/read-diff.ts';
import { settingsAsEnvironment } from '../git/stream-git.ts';
import { AppError } from '../words/errors.ts';
import { isRunId, type CommitSha, type RunId } from '../words/ids.ts';
import type { BranchChange, ReviewBranch } from '../words/review/review-branch.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/resolve-id.ts';
import type {
  CompareBranches,
  ComparedBranch,
  ComparedLines,
  VariantComparison,
  CompareVariants,
} from './contract.ts';
import { findOneBranch } from './find-reviewed.ts';
import { inspectReview } from './inspect-review.ts';

/** Throws `not-found` where both names stand for the same branch. */
export const compareBranches: CompareBranches = async (workspace, { a, b }) => {
  const [one, other] = [await findOneBranch(workspace, a), await findOneBranch(workspace, b)];
  if (one.branch === other.branch)
    throw new AppError('not-found', {
      code: 'same-branch',
      message: `both names stand for ${one.branch}`,
      hint: `See what it changes: roundsman diff ${one.branch}`,
    });
  const { branches, files } = await compareMany(workspace, [one, other]);
  const [first, second] = branches;
  if (first === undefined || second === undefined) throw new TypeError('two sides make two');
  return {
    a: one.branch,
    b: other.branch,
    sides: [first, second],
    same: files.every(({ same }) => same),
    files: files.map(({ path, sides, same }) => ({
      path,
      a: sides[0] ?? null,
      b: sides[1] ?? null,
      same,
    })),
  };
};

// Branches beside one another: what each changes, and what its run says of it.
async function compareMany(
  workspace: Workspace,
  branches: readonly ReviewBranch[],
): Promise<VariantComparison> {
  const changes = branches.map((branch) => changesOf(branch));
  const paths = [...new Set(changes.flatMap((one) => [...one.keys()]))].toSorted();
  return {
    branches: await Promise.all(branches.map((branch) => comparedOf(workspace, branch))),
    files: paths.map((path) => {
      const sides = changes.map((one) => one.get(path) ?? null);
      return { path, sides: sides.map(linesOf), same: areSame(sides) };
    }),
  };
}

/** A rename leaves its old path, too. */
function changesOf({ changes }: ReviewBranch): ReadonlyMap<string, BranchChange> {
  const found = new Map<string, BranchChange>();
  for (const change of changes) {
    found.set(change.path, change);
    if (change.from === null || found.has(change.from)) continue;
    found.set(change.from, {
      ...change,
      path: change.from,
      from: null,
      status: 'deleted',
      insertions: 0,
      deletions: 0,
      newBlob: null,
    });
  }
  return found;
}

function linesOf(change: BranchChange | null): ComparedLines | null {
  if (change === null) return null;
  return { insertions: change.insertions ?? 0, deletions: change.deletions ?? 0 };
}

/** The same content with the same mode, or gone from each. */
function areSame(sides: readonly (BranchChange | null)[]): boolean {
  const left = sides.map((one) =>
    one === null ? 'untouched' : one.newBlob === null ? 'gone' : `${one.newBlob} ${one.mode}`,
  );
  return new Set(left).size === 1;
}

async function comparedOf(workspace: Workspace, branch: ReviewBranch): Promise<ComparedBranch> {
  const view = await viewOf(workspace, branch.runId);
  return {
    branch: branch.branch,
    tip: branch.tip,
    runId: branch.runId,
    engine: branch.engine,
    label: branch.variant?.label ?? null,
    files: branch.changes.length,
    commits: branch.commits,
    insertions: branch.insertions,
    deletions: branch.deletions,
    checks: view?.result?.checks ?? null,
    findings: view === null ? null : view.findings.new + view.findings.regressed,
    costUsd: view?.usage.costUsd ?? null,
    tokens: view === null ? null : view.usage.inputTokens + view.usage.outputTokens,
    durationMs: durationOf(view),
  };
}

async function viewOf({ runs }: Workspace, id: RunId | null): Promise<RunView | null> {
  if (id === null || !isRunId(id)) return null;
  const stored = await runs.read(id);
  return stored === null ? null : toRunView(stored);
}

function durationOf(view: RunView | null): number | null {
  if (view === null || view.startedAt === null || view.endedAt === null) return null;
  return Date.parse(view.endedAt) - Date.parse(view.startedAt);
}

/** Throws `not-found` where no variants of it wait. */
export const compareVariants: CompareVariants = async (workspace, { what }) => {
  const look = await inspectReview(workspace);
  const all = [
    ...look.sets.flatMap(({ branches }) => branches),
    ...look.aside.map(({ branch }) => branch),
  ].filter(({ variant }) => variant !== null);
  const of = leaderOf(all, what);
  const group = all.filter(({ variant }) => variant?.of === of);
  if (of !== null && group.length > 1) return compareMany(workspace, group.toSorted(byLabel));
  throw new AppError('not-found', {
    code: 'no-variants',
    message: `there is nothing to compare "${oneLine(what, 80)}" with: no variants of it wait for review, and no run stands before it`,
    hint: 'Name two branches, or two runs of one routine: roundsman review compare A B',
  });
};

function leaderOf(branches: readonly ReviewBranch[], what: string): string | null {
  const leaders = [...new Set(branches.flatMap(({ variant }) => variant?.of ?? []))];
  const leader = matchId(leaders, what);
  if (leader.kind === 'one') return leader.id;
  const runs = branches.flatMap(({ runId }) => runId ?? []);
  const run = matchId(runs, what);
  const one = branches.find(
    ({ branch, runId }) =>
      branch === what || branch.endsWith(`/${what}`) || (run.kind === 'one' && runId === run.id),
  );
  return one?.variant?.of ?? null;
}

function byLabel(a: ReviewBranch, b: ReviewBranch): number {
  return (a.variant?.label ?? '') < (b.variant?.label ?? '') ? -1 : 1;
}

const PIECE_BYTES = 1_000_000;

/** What would make of the first what the second is; told in pieces. */
export async function diffOfPair(
  { location, gitEnv }: Workspace,
  [from, to]: readonly [CommitSha, CommitSha],
  take: (text: string) => void,
): Promise<void> {
  const repository = { cwd: location.root, env: { ...gitEnv, ...settingsAsEnvironment() } };
  let offset: number | null = 0;
  while (offset !== null) {
    const piece: Awaited<ReturnType<typeof readDiff>> = await readDiff(repository, {
      from,
      to,
      path: null,
      offset,
      most: PIECE_BYTES,
    });
    take(piece.text);
    offset = piece.next;
  }
}
