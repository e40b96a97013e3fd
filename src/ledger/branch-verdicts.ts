/** What people decided on branches, as it is told where those branches are. */
import type { Finding } from '../words/finding.ts';
import type { BranchVerdict, BranchVerdictKind } from '../words/review/branch-verdict.ts';
import type { Workspace } from '../workspace/contract.ts';
import { fingerprintsOf } from './finding-verdict.ts';

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

// What of many verdicts on branches still holds: a branch that was restored is not told as discarded. Pure.

/** Each of these takes the place of the one before it. */
const FATES: readonly BranchVerdictKind[] = [
  'landed',
  'undone',
  'discarded',
  'restored',
  'split',
  'replaced',
];

/** In their order. Words of people, such as comments and judgements, all stay. */
export function standingVerdicts(verdicts: readonly BranchVerdict[]): readonly BranchVerdict[] {
  const fates = new Map<string, BranchVerdict>();
  for (const one of verdicts) {
    const before = fates.get(one.branch);
    if (FATES.includes(one.kind) && (before === undefined || before.at <= one.at))
      fates.set(one.branch, one);
  }
  return verdicts.filter((one) => !FATES.includes(one.kind) || fates.get(one.branch) === one);
}

/** `discarded by ada on 2026-11-21: not wanted`; the caller cleans it. */
export function formatBranchVerdict({ kind, by, at, reason }: BranchVerdict): string {
  const why = reason === '' ? '' : `: ${reason}`;
  return `${kind} by ${by} on ${at.slice(0, 10)}${why}`;
}
