import { compareMany } from './compare-many.ts';
import type { CompareBranches } from './contract.ts';
import { findOneBranch } from './find-one-branch.ts';

/** Throws `usage` when both are the same branch. */
export const compareBranches: CompareBranches = async (workspace, { a, b }) => {
  const [one, other] = [await findOneBranch(workspace, a), await findOneBranch(workspace, b)];
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
