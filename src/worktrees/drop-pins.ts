/** Takes our own refs out of the user's repository again. */
import { gitIn } from '../git/git-call.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { WorktreeRequest } from './contract.ts';
import { basePinOf, incomingRefOf } from './run-identity.ts';

/** Returns a notice when they could not be dropped now (`packed-refs.lock`): a later clean-up does it. */
export async function dropPins(
  request: Pick<WorktreeRequest, 'spec' | 'gitEnv'>,
): Promise<string | null> {
  const git = gitIn({ cwd: request.spec.workspace.root, env: request.gitEnv });
  const refs = [incomingRefOf(request.spec.id), basePinOf(request.spec.id)];
  try {
    await updateRefs(
      git,
      refs.map((ref) => ({ kind: 'delete', ref })),
    );
    return null;
  } catch {
    return `${refs.join(' and ')} could not be removed yet, because the repository's refs are locked; a later run does it`;
  }
}
