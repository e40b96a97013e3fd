/** What a program of a run may reach, as data: from the routine's permissions and the user's own settings. */
import type { NetworkPlan } from '../../domain/run.ts';
import type { WorktreeRequest } from '../contract.ts';
import type { Purpose } from '../sandbox/contract.ts';

/** `null`: nothing is allowed. Means something at level `sandbox` only. Opens nothing. */
export async function networkPlanFor(
  _request: WorktreeRequest,
  _purpose: Purpose,
): Promise<NetworkPlan | null> {
  return null;
}
