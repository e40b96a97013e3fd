/** `review` of the working tree's roundsman.yaml; what it starts as it is active or confirmed. */
import { readActivity } from '../routines/active/read-activity.ts';
import type { ReviewSettings } from '../routines/definition-context.ts';
import { trustedSettings } from '../routines/trust/trusted-settings.ts';
import { asAppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';

/** Throws `invalid-definition` where the file is broken: it may say how branches land. Quick while no file changed. */
export async function readReviewSettings(workspace: Workspace): Promise<ReviewSettings> {
  return (await trustedSettings(workspace)).config.review;
}

export interface ShownSettings {
  readonly review: ReviewSettings;
  /** One line, where the file is broken: what waits is shown all the same. */
  readonly problems: readonly string[];
}

/** To look, never to land: with a broken file, the active settings. */
export async function readShownSettings(workspace: Workspace): Promise<ShownSettings> {
  try {
    return { review: await readReviewSettings(workspace), problems: [] };
  } catch (thrown) {
    const { code, hint } = asAppError(thrown);
    if (code !== 'invalid-definition') throw thrown;
    const problem = `roundsman.yaml is broken; branches are shown with the active settings. ${hint}`;
    return { review: (await readActivity(workspace)).config.review, problems: [problem] };
  }
}
