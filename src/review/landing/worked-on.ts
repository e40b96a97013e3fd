/** Branches whose run is still at it: what lands now may not be what it makes of it. */
import type { BranchDesk } from './branch-desk.ts';

/** By branch, the run. */
export async function workedOn(
  { runs }: Pick<BranchDesk['workspace'], 'runs'>,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(branches);
  const found = new Map<string, string>();
  const { unfinished } = await runs.survey();
  for (const { spec, record } of unfinished) {
    const own = record?.progress.branch ?? null;
    for (const branch of [own, spec.follows?.kept?.firstBranch ?? null])
      if (branch !== null && wanted.has(branch)) found.set(branch, spec.id);
  }
  return found;
}
