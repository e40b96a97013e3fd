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
