/** Takes our own refs out of the user's repository again. */
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { basePinOf, incomingRefOf } from './run-identity.ts';
import { dropRefs } from './tombstone.ts';

/** Returns a notice when they could not be dropped now (`packed-refs.lock`): a later clean-up does it. */
export async function dropPins({
  spec,
  gitEnv,
}: Pick<WorktreeRequest, 'gitEnv'> & {
  readonly spec: Pick<RunSpec, 'id' | 'workspace'>;
}): Promise<string | null> {
  const refs = [incomingRefOf(spec.id), basePinOf(spec.id)];
  return dropRefs({ workspace: spec.workspace, gitEnv }, refs);
}
