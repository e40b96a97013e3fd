/** Branches beside one another: what each changes, and what its run says of it. */
import { isRunId, type RunId } from '../words/ids.ts';
import type { BranchChange, ReviewBranch } from '../words/review/review-branch.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ComparedBranch, ComparedLines, VariantComparison } from './contract.ts';

export async function compareMany(
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
