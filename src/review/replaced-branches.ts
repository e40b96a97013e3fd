import type { Workspace } from '../workspace/contract.ts';

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
