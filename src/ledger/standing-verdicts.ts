/** What of many verdicts on branches still holds: a branch that was restored is not told as discarded. Pure. */
import type { BranchVerdict, BranchVerdictKind } from '../words/review/branch-verdict.ts';

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
