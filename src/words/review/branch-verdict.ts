/** What a person decided on a branch, or that a newer one replaced it. Later runs are told. Append-only: taking something back is a verdict of its own. */
import type { CommitSha, RoutineId, RunId } from '../ids.ts';

export const BRANCH_VERDICT_KINDS = [
  'landed',
  'undone',
  'discarded',
  'restored',
  'commented',
  'accepted',
  'rejected',
  'split',
  'replaced',
] as const;
export type BranchVerdictKind = (typeof BRANCH_VERDICT_KINDS)[number];

export interface BranchVerdict {
  /** A ULID in lower case. */
  readonly id: string;
  readonly kind: BranchVerdictKind;
  readonly branch: string;
  readonly tip: CommitSha;
  /** Of its newest commit; hostile, one line. */
  readonly title: string;
  readonly run: RunId | null;
  readonly routine: RoutineId | null;
  readonly engine: string | null;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
  /** Of `landed`: the record of it, and what the branch became. */
  readonly landing?: string;
  readonly commit?: CommitSha;
  /** Of `split`: what it became; they belong to the same run. Of `replaced`: what took its place. */
  readonly into?: readonly SplitPart[];
}

export interface SplitPart {
  readonly branch: string;
  readonly tip: CommitSha;
}

// What verdicts say of branches, all taken together. Pure.

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

// A branch that a person discarded, or that a newer one replaced: its commits are kept below `refs/roundsman/discarded/`, so that it can come back.
export interface DiscardedBranch {
  /** A ULID in lower case; names the ref that keeps it. */
  readonly id: string;
  readonly branch: string;
  readonly tip: CommitSha;
  readonly run: RunId | null;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
  /** It was split into these, which were made in the same stroke. */
  readonly into?: readonly SplitPart[];
  /** The branch of a newer run, which took its place: no person discarded it. */
  readonly replacedBy?: SplitPart;
  /** Of several machines that share the records: id of the state folder where it was done. Absent: there is one. */
  readonly place?: string;
  /** `deleting` is stored before the branch goes. */
  readonly state: 'deleting' | 'discarded' | 'restored';
}
