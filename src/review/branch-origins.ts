/** Which run made which branch, and as what. Pure, over what is stored of runs. */
import type { BranchName, RunId } from '../words/ids.ts';
import { replayedRun } from '../words/replay.ts';
import type { RunView } from '../words/run.ts';

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
