/** The union of a change set: all its branches merged in order in a run repository, and its checks run once. */
import type { CommitSha, RunId } from '../ids.ts';
import type { ConflictFile } from './merge-trial.ts';

export interface Union {
  /** A ULID in lower case, as runs have; names its folder. */
  readonly id: RunId;
  /** The set as it was called then. */
  readonly set: string;
  readonly target: string;
  readonly targetTip: CommitSha;
  /** In the order in which they were merged. */
  readonly members: readonly { readonly branch: string; readonly tip: CommitSha }[];
  /** sha256 over target tip, tips in order, and checks: the same key means the same result. */
  readonly key: string;
  readonly state: UnionState;
  /** Of the merged whole, in the user's repository below `refs/roundsman/unions/`; `null`: it was not built. */
  readonly commit: CommitSha | null;
  readonly isolation: string | null;
  readonly checks: readonly UnionCheck[];
  /** Fewest branches that break together though each is fine alone; empty: nothing breaks, or it is not known. */
  readonly breaking: readonly string[];
  /** What was tried to find that out, one line each. */
  readonly tried: readonly string[];
  readonly by: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export type UnionState =
  | { readonly kind: 'running' }
  | { readonly kind: 'passed' }
  /** Text-clean, and a check of the whole fails. */
  | { readonly kind: 'broken' }
  /** No check is known: that it merges is all that is known. */
  | { readonly kind: 'unchecked' }
  | {
      readonly kind: 'conflict';
      readonly at: string;
      readonly files: readonly ConflictFile[];
    }
  | { readonly kind: 'failed'; readonly why: string };

export interface UnionCheck {
  readonly command: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** The last lines of what it printed; hostile. */
  readonly tail: string;
}
