/** What readiness of a set follows from. Types only. */
import type { MergeTrial } from '../words/review/merge-trial.ts';
import type { ReadinessLine } from '../words/review/readiness.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import type { Union } from '../words/review/union.ts';

export interface SetQuestion {
  readonly id: string;
  readonly branches: readonly ReviewBranch[];
  /** By branch. */
  readonly lines: Readonly<Record<string, readonly ReadinessLine[]>>;
  readonly trials: readonly MergeTrial[];
  /** Alternatives: their conflicts with one another count for nothing, as one of them lands. */
  readonly variants: readonly (readonly string[])[];
  readonly unions: readonly Union[];
}
