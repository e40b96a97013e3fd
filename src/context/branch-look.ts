/** What the repository says of branches, however many, in three calls of git. */
import { diffMany, type CommitRange, type RangeChanges } from '../git/diff-many.ts';
import { gitIn } from '../git/git-call.ts';
import { listUnmergedBranches, type BranchTip } from '../git/list-unmerged-branches.ts';
import { objectSizes } from '../git/object-sizes.ts';
import type { GitContext } from '../git/run-git.ts';
import { trailersOfRanges } from '../git/trailers-of-ranges.ts';
import type { BranchName, CommitSha } from '../words/ids.ts';

/** Apart from the choice of branches, so that this can be tried without a repository. */
export interface BranchLook {
  /** Those that exist and are not merged into the base. */
  readonly unmerged: () => Promise<ReadonlyMap<BranchName, BranchTip>>;
  /** In the order of the ranges; `null` for one that can no longer be compared. */
  readonly changes: (ranges: readonly CommitRange[]) => Promise<readonly (BranchChanges | null)[]>;
}

export interface BranchChanges extends RangeChanges {
  /** Fingerprints that the branch's commits name in `Roundsman-Covers` trailers. */
  readonly covers: readonly string[];
}

/** @param base what a branch must be merged into to be done with */
export function gitBranchLook(base: CommitSha, context: GitContext): BranchLook {
  return {
    unmerged: async () => {
      const tips = await listUnmergedBranches({ prefix: 'roundsman', base }, context);
      return new Map(tips.map((tip) => [tip.branch, tip]));
    },
    changes: async (ranges) => {
      const ask = async (asked: readonly CommitRange[]): Promise<readonly BranchChanges[]> => {
        const [diffs, covers] = await Promise.all([
          diffMany(asked, context),
          trailersOfRanges({ key: 'Roundsman-Covers', ranges: asked, without: base }, context),
        ]);
        return diffs.map((diff, index) => ({ ...diff, covers: covers[index] ?? [] }));
      };
      try {
        return await ask(ranges);
      } catch (thrown) {
        // The base of a branch may be gone after a history rewrite: then only this branch is unknown, not all of them.
        const there = await present(ranges, context);
        if (ranges.every(({ from }) => there.has(from))) throw thrown;
        const known = ranges.filter(({ from }) => there.has(from));
        const answers = await ask(known);
        return ranges.map((range) => answers[known.indexOf(range)] ?? null);
      }
    },
  };
}

async function present(
  ranges: readonly CommitRange[],
  context: GitContext,
): Promise<ReadonlySet<string>> {
  const bases = [...new Set(ranges.map(({ from }) => from))];
  const facts = await objectSizes(gitIn(context), bases);
  return new Set(facts.filter(({ type }) => type === 'commit').map(({ id }) => id));
}
