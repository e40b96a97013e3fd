/** One of several that made the same. */
import type { Reviewed } from '../../../review/find-reviewed.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import type { RunView } from '../../../words/run.ts';

export interface Compared {
  readonly branch: ReviewBranch;
  readonly found: Reviewed;
  /** `null`: no run made it. */
  readonly run: RunView | null;
}
