/** Which worktrees of ended runs go. Pure. */
import type { RunId } from '../domain/ids.ts';

export interface KeptWorktree {
  readonly id: RunId;
  /** `null`: the run has not ended, or its end was never recorded. */
  readonly keepUntil: string | null;
  readonly holds: string | null;
}

export type CleanUpDecision =
  | { readonly kind: 'remove'; readonly id: RunId }
  | { readonly kind: 'keep'; readonly id: RunId; readonly reason: string };

/** Removes what was to be kept until `now` or before, and has nothing that was not handed back. */
export function planCleanUp(
  worktrees: readonly KeptWorktree[],
  now: Date,
): readonly CleanUpDecision[] {
  return worktrees.map(({ id, keepUntil, holds }) => {
    if (keepUntil === null) return { kind: 'keep', id, reason: 'its run has not ended' };
    if (holds !== null) return { kind: 'keep', id, reason: holds };
    if (new Date(keepUntil) > now)
      return { kind: 'keep', id, reason: `it is kept until ${keepUntil}` };
    return { kind: 'remove', id };
  });
}
