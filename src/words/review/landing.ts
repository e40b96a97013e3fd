/**
 * A landing: branches that go onto their target, as a saved program. Its record is written before and after each step, so
 * that after a crash another process finishes it or takes it back.
 */
import type { CommitSha } from '../ids.ts';

export const LAND_METHODS = ['merge', 'squash', 'rebase'] as const;
export type LandMethod = (typeof LAND_METHODS)[number];

export interface Landing {
  /** A ULID in lower case. */
  readonly id: string;
  /** `null`: one branch alone. */
  readonly set: string | null;
  readonly method: LandMethod;
  /** The local branch, without `refs/heads/`. */
  readonly target: string;
  /** Where it stood, and where it stands afterwards; `null` while that is not made yet. */
  readonly from: CommitSha;
  readonly to: CommitSha | null;
  readonly steps: readonly LandingStep[];
  readonly state: LandingState;
  readonly reason: string;
  readonly by: string;
  /** Also where readiness says no; for one that is queued. */
  readonly anyway?: boolean;
  /** It was queued, and goes back into the queue when it is cut short. */
  readonly whenClean?: boolean;
  /** The branches go once they have landed; below `refs/roundsman/landed/` they are kept for an undo. */
  readonly deletes?: boolean;
  /** Of several machines that share the records: id of the state folder that it is made in. Absent: there is one. */
  readonly place?: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export interface LandingStep {
  readonly branch: string;
  readonly tip: CommitSha;
  /** What it became on the target; of a rebase the newest. `null`: not prepared yet. */
  readonly commit: CommitSha | null;
}

export type LandingState =
  /** The commits are made in a run repository; nothing of the user's has changed. */
  | { readonly kind: 'preparing' }
  /** About to move the target, in a checkout or as a ref. */
  | { readonly kind: 'moving'; readonly how: 'ref' | 'checkout'; readonly checkout: string | null }
  | { readonly kind: 'landed' }
  /** `land when clean`: goes on when the named paths are no longer dirty. */
  | { readonly kind: 'queued'; readonly paths: readonly string[] }
  /** Being taken back: the target goes from `tip` to `goal`, which is `from` or a commit that reverts it all. */
  | {
      readonly kind: 'undoing';
      readonly how: 'ref' | 'checkout';
      readonly checkout: string | null;
      readonly tip: CommitSha;
      readonly goal: CommitSha;
      readonly revert: boolean;
      readonly by: string;
      readonly at: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'undone';
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      /** The commit that reverts it; absent: the target was moved back. */
      readonly revert?: CommitSha;
    }
  /** Everything is as before. */
  | { readonly kind: 'refused'; readonly why: string };
