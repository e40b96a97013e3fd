/** One of several that made the same. */
import type { Reviewed } from '../../../../app/review/find-reviewed.ts';
import type { ReviewBranch } from '../../../../domain/review/review-branch.ts';
import type { RunView } from '../../../../domain/run.ts';

export interface Compared {
  readonly branch: ReviewBranch;
  readonly found: Reviewed;
  /** `null`: no run made it. */
  readonly run: RunView | null;
}
