/** Everything a sweep's report is made of. */
import type { Brief } from '../../../../context/brief.ts';
import type { MarkOutcome } from '../mark-notes.ts';
import type { SweepPlan } from '../plan-sweep.ts';

export interface SweepReport {
  readonly plan: SweepPlan;
  readonly brief: Brief;
  readonly outcome: MarkOutcome;
  /** Why the marked files could not be committed; `null` when they were, or there were none. */
  readonly commitProblem: string | null;
  /** Notes past the limit that did not fit into the findings. */
  readonly leftOver: number;
}
