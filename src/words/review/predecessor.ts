/**
 * Branches of a routine that waited when one of its runs opened, and what that run makes of each. At most one branch of a
 * routine waits: the new one takes the place of those before it. Pure.
 */
import type { BranchName, CommitSha, RunId } from '../ids.ts';

export interface Predecessor {
  readonly branch: BranchName;
  /** As it was when the run opened. */
  readonly tip: CommitSha;
  readonly run: RunId;
  /** A person commented on it, committed to it, checked it out or brought it back. */
  readonly touched: boolean;
  /** One of several engines' answers to the same task: what they made cannot be put together. */
  readonly variant: boolean;
  /** Whether it merges with the base of the run. */
  readonly fits: boolean;
}

/**
 * `held`: the new branch has all of its commits. `made-again`: no person touched it, and the new branch does without it.
 * `left`: it does not fit with the new work, and keeps waiting.
 */
export type PredecessorUse = 'held' | 'made-again' | 'left';

export interface UsedPredecessor extends Predecessor {
  readonly use: PredecessorUse;
}

/** In the order in which they are tried: what a person touched first, then the newest. @param waiting newest first */
export function inFoldingOrder(waiting: readonly Predecessor[]): readonly Predecessor[] {
  return [...waiting.filter((one) => one.touched), ...waiting.filter((one) => !one.touched)];
}

/** Branches that are no reason for a run to leave something undone: what they did it does again. */
export function madeAnew(predecessors: readonly Predecessor[] = []): ReadonlySet<string> {
  return new Set(
    predecessors.filter(({ fits, touched }) => !fits && !touched).map(({ branch }) => branch),
  );
}

/** What becomes of a predecessor that the new branch does not hold. Work that is not done again is never given up. */
export function useWithout(
  { touched }: Predecessor,
  covers: { readonly old: readonly string[]; readonly made: readonly string[] },
): PredecessorUse {
  return !touched && covers.old.every((one) => covers.made.includes(one)) ? 'made-again' : 'left';
}

/** Whether a new branch does all again that an old one does, by the word of both: then they are not put together. */
export function isWholeAgain(
  { touched }: Predecessor,
  { old, made }: { readonly old: readonly string[]; readonly made: readonly string[] },
): boolean {
  return !touched && old.length > 0 && old.every((one) => made.includes(one));
}
