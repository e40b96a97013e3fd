/** `review` of the working tree's roundsman.yaml; what it starts as it is active or confirmed. */
import type { ReviewSettings } from '../routines/review-settings.ts';
import { trustedSettings } from '../routines/trust/trusted-settings.ts';
import type { Workspace } from '../workspace/contract.ts';

/** Throws `invalid-definition` where the file is broken: it may say how branches land. Quick while no file changed. */
export async function readReviewSettings(workspace: Workspace): Promise<ReviewSettings> {
  return (await trustedSettings(workspace)).config.review;
}
