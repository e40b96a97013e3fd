/** A person's comment on lines of a branch. It keeps what was seen: a place that drifts is found again, or said to be stale. */
import type { CommitSha, RunId } from '../ids.ts';

export interface LineComment {
  /** `M-` and a number, one row for the workspace. What people type. */
  readonly id: string;
  readonly branch: string;
  readonly run: RunId | null;
  /** The tip that was looked at. */
  readonly tip: CommitSha;
  /** `null`: on the branch as a whole. */
  readonly place: CommentPlace | null;
  readonly text: string;
  readonly by: string;
  readonly at: string;
  readonly state: CommentState;
}

export interface CommentPlace {
  readonly path: string;
  /** `new`: as in the tip; `old`: as in the base. */
  readonly side: 'old' | 'new';
  /** From 1, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Those lines, and up to three before and after, as they were. */
  readonly snippet: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export type CommentState =
  /** Written, not sent: they go out together. */
  | { readonly kind: 'draft' }
  /** To that run, which works on in the same session and worktree where they are kept. */
  | { readonly kind: 'sent'; readonly run: RunId; readonly at: string }
  | { readonly kind: 'settled'; readonly by: string; readonly at: string; readonly how: string };

/** Where a comment stands in another tip. */
export type Anchor =
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly path: string; readonly from: number; readonly to: number }
  /** The lines are no longer there as they were. */
  | { readonly kind: 'stale' };
