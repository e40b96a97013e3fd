/** Which run a branch is of; one that was split off belongs to the run of what it was split off from. */
import type { RoutineId, RunId } from '../../words/ids.ts';
import type { BranchVerdict } from '../../words/review/branch-verdict.ts';
import type { BranchDesk } from './branch-desk.ts';

export interface BranchOwner {
  readonly run: RunId | null;
  readonly routine: RoutineId | null;
  readonly engine: string | null;
}

/** @param verdicts all of them */
export async function ownersOfBranches(
  { runs }: Pick<BranchDesk['workspace'], 'runs'>,
  verdicts: readonly BranchVerdict[],
): Promise<(branch: string) => BranchOwner | null> {
  const { views } = await runs.listViews({ parts: true });
  const owners = new Map<string, BranchOwner>();
  for (const { run, routine, engine, into } of verdicts)
    for (const { branch } of into ?? []) owners.set(branch, { run, routine, engine });
  // Oldest first: of several runs with one branch the newest counts.
  for (const { id, routine, engine, branch } of views.toReversed())
    if (branch !== null) owners.set(branch, { run: id, routine, engine });
  return (branch) => owners.get(branch) ?? null;
}
