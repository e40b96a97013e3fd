import type { PushSurroundings } from '../../review/push/push-proposal.ts';
import type { Workspace } from '../contract.ts';

/** Where pushes of a workspace happen: in the person's repository, with what git is set up to log in with. */
export function pushPlace(workspace: Workspace): PushSurroundings {
  const { location, gitEnv, clock, runs, review } = workspace;
  return {
    // An address may be relative to the checkout.
    repository: { cwd: location.root, env: gitEnv },
    clock,
    runs,
    discarded: review.discarded,
  };
}
