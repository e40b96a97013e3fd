/** What is stored of the runs that made branches: of those that are there, however many have been. */
import type { RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { branchOrigins, type BranchOrigin, type SpecFacts } from './branch-origins.ts';

export interface RunBranches {
  readonly origins: ReadonlyMap<string, BranchOrigin>;
  readonly specs: ReadonlyMap<RunId, RunSpec>;
}

/** @param there names of local branches */
export async function readRunBranches(
  { runs }: Pick<Workspace, 'runs'>,
  { views, there }: { readonly views: readonly RunView[]; readonly there: ReadonlySet<string> },
): Promise<RunBranches> {
  const made = views.filter(({ branch }) => branch !== null && there.has(branch));
  const read = await Promise.all(made.map(({ id }) => runs.read(id)));
  const specs = new Map(
    read.flatMap((run) => (run === null ? [] : [[run.spec.id, run.spec] as const])),
  );
  const facts = new Map<RunId, SpecFacts>();
  for (const [id, { routine, follows }] of specs) {
    facts.set(id, {
      wantedBase: routine.workspace.base,
      firstBranch: follows?.kept?.firstBranch ?? null,
    });
  }
  return { origins: branchOrigins(made, facts), specs };
}
