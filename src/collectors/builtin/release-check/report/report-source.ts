/** Everything a check's report is made of. */
import type { CheckPlan } from '../plan-check.ts';
import type { EditOutcome } from '../propose-edit.ts';

export interface CheckReport {
  readonly plan: CheckPlan;
  readonly edit: EditOutcome;
  /** Issues that did not fit into the findings. */
  readonly leftOver: number;
}
