/** What people decided on branches, as it is told where those branches are. */
import type { Finding } from '../words/finding.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';
import type { Workspace } from '../workspace/contract.ts';
import { fingerprintsOf } from './finding-history.ts';
import { standingVerdicts } from './standing-verdicts.ts';

/** On these branches, oldest first. */
export async function verdictsOnBranches(
  { review }: Pick<Workspace, 'review'>,
  branches: readonly string[],
): Promise<readonly BranchVerdict[]> {
  if (branches.length === 0) return [];
  const wanted = new Set(branches);
  return standingVerdicts(await review.verdicts.list()).filter(({ branch }) => wanted.has(branch));
}

/** Of runs that proposed an item for the finding, and on the branches that wait and say that they deal with it. */
export async function verdictsFor(
  { review, proposals }: Pick<Workspace, 'review' | 'proposals'>,
  finding: Finding,
  waiting: readonly string[],
): Promise<readonly BranchVerdict[]> {
  const verdicts = standingVerdicts(await review.verdicts.list());
  if (verdicts.length === 0) return [];
  const names = new Set(fingerprintsOf(finding));
  const runs = new Set(
    (await proposals.list()).flatMap((one) =>
      one.type === 'file-item' && one.payload.findings.some((name) => names.has(name))
        ? [one.run]
        : [],
    ),
  );
  return verdicts.filter(
    ({ branch, run }) => waiting.includes(branch) || (run !== null && runs.has(run)),
  );
}
