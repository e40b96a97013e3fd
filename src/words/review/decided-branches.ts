/** What verdicts say of branches, all taken together. Pure. */
import type { BranchVerdict } from './branch-verdict.ts';

/** The newest word that counts; of comments nothing follows. */
export type BranchDecision =
  | 'open'
  | 'accepted'
  | 'rejected'
  | 'landed'
  | 'discarded'
  | 'split'
  | 'replaced';

export interface DecidedBranch {
  readonly decision: BranchDecision;
  /** The one that it follows from. A branch that has another tip now was taken further since. */
  readonly verdict: BranchVerdict;
}

/** By name, oldest verdict first or in any order. */
export function decidedBranches(
  verdicts: readonly BranchVerdict[],
): ReadonlyMap<string, DecidedBranch> {
  const decided = new Map<string, DecidedBranch>();
  for (const verdict of verdicts) {
    const decision = decisionOf(verdict);
    if (decision === null) continue;
    const before = decided.get(verdict.branch);
    if (before === undefined || before.verdict.id < verdict.id)
      decided.set(verdict.branch, { decision, verdict });
  }
  return decided;
}

/**
 * By squash or rebase git does not tell that a branch landed; one that was taken further since waits again. Of a merge by
 * plain git the repository itself tells.
 * @param tip of the branch now
 */
export function hasLanded(decided: DecidedBranch | undefined, tip: string): boolean {
  if (decided?.decision !== 'landed' || decided.verdict.landing === undefined) return false;
  return decided.verdict.tip === tip;
}

function decisionOf({ kind }: BranchVerdict): BranchDecision | null {
  switch (kind) {
    case 'landed':
    case 'discarded':
    case 'accepted':
    case 'rejected':
    case 'split':
    case 'replaced':
      return kind;
    case 'undone':
    case 'restored':
      return 'open';
    case 'commented':
      return null;
  }
}
