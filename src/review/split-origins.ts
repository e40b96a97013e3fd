/** Branches that were split off belong to the run of what they were split off from. Pure. */
import { isBranchName, type BranchName } from '../words/ids.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';
import type { RunView } from '../words/run.ts';
import type { BranchOrigin } from './branch-origins.ts';

/** The views, and one of the same run for each branch that was split off. */
export function viewsWithSplits(
  views: readonly RunView[],
  verdicts: readonly BranchVerdict[],
): readonly RunView[] {
  const byRun = new Map(views.map((view) => [view.id, view]));
  const parts = verdicts.flatMap(({ run, into = [] }) => {
    const view = run === null ? undefined : byRun.get(run);
    return into.flatMap(({ branch }): readonly RunView[] =>
      view !== undefined && isBranchName(branch) ? [{ ...view, branch }] : [],
    );
  });
  return parts.length === 0 ? views : [...views, ...parts];
}

/** Neither part is a later attempt of the other one. */
export function originsApart(
  origins: ReadonlyMap<string, BranchOrigin>,
  verdicts: readonly BranchVerdict[],
): ReadonlyMap<string, BranchOrigin> {
  const parts = new Set(verdicts.flatMap(({ into = [] }) => into.map(({ branch }) => branch)));
  return new Map(
    [...origins].map(([branch, origin]) => {
      const name: BranchName | null = parts.has(branch) && isBranchName(branch) ? branch : null;
      return [branch, name === null ? origin : { ...origin, firstBranch: name }];
    }),
  );
}
