/** Which run made which branch, and as what. Pure, over what is stored of runs. */
import type { BranchName, RunId } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import { replayedRun } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface BranchOrigin {
  readonly view: RunView;
  /** `workspace.base` of its routine, as written; `null`: the default. */
  readonly wantedBase: string | null;
  /** The branch that its chain of attempts began with: itself where nothing went before. */
  readonly firstBranch: BranchName;
  /** The run that it went over again. */
  readonly replayOf: RunId | null;
}

/** What the spec of a run adds to its view. */
export interface SpecFacts {
  readonly wantedBase: string | null;
  readonly firstBranch: BranchName | null;
}

/** By branch; where two runs name one, the newest. @param views newest first, parts among them */
export function branchOrigins(
  views: readonly RunView[],
  specs: ReadonlyMap<RunId, SpecFacts>,
): ReadonlyMap<string, BranchOrigin> {
  const origins = new Map<string, BranchOrigin>();
  for (const view of views) {
    if (view.branch === null || origins.has(view.branch)) continue;
    const facts = specs.get(view.id);
    origins.set(view.branch, {
      view,
      wantedBase: facts?.wantedBase ?? null,
      firstBranch: facts?.firstBranch ?? view.branch,
      replayOf: replayedRun(view.slot.key),
    });
  }
  return origins;
}

/** Later attempts of the same work, by the branch that they left behind: the newest of the chain stands for it. */
export function laterAttempts(
  origins: ReadonlyMap<string, BranchOrigin>,
  there: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const newest = new Map<BranchName, string>();
  const chained = [...origins].filter(([branch]) => there.has(branch));
  // Ids of runs sort by time.
  const byAge = chained.toSorted(([, a], [, b]) => (a.view.id < b.view.id ? -1 : 1));
  for (const [branch, { firstBranch }] of byAge) newest.set(firstBranch, branch);
  return new Map(
    chained.flatMap(([branch, { firstBranch }]) => {
      const later = newest.get(firstBranch);
      return later === undefined || later === branch ? [] : [[branch, later]];
    }),
  );
}

// Branches that follow one another: what a run made, and what it made of it when it was told to continue.
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

/** Branches that waited before and that this one took the place of, newest first; those that were brought back are not among them. */
export async function replacedBranches(
  { review }: Pick<Workspace, 'review'>,
  branch: string,
): Promise<readonly string[]> {
  const records = await review.discarded.list();
  return records
    .filter((one) => one.replacedBy?.branch === branch && one.state !== 'restored')
    .map((one) => one.branch)
    .toReversed();
}
