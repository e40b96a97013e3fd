/**
 * A preview's place in the state folder, and taking back what it made there: its folder, its pin, and whatever its
 * collectors started. Beside the folder a file names the process at work; written first and removed last.
 */
import { join } from 'node:path';

import { systemClock } from '../platform/clock.ts';
import { endLeft } from '../platform/confined-process.ts';
import {
  createExclusively,
  listFolder,
  makeFolder,
  readTextIfThere,
  removeTree,
} from '../platform/files.ts';
import { parseIdentity } from '../platform/lock.ts';
import { isAlive, ownIdentity } from '../platform/process-identity.ts';
import { previewPaths, workspacePaths } from '../store/state-paths.ts';
import { isRunId, type RunId } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { removeRunRepository } from '../worktrees/release-run-repository.ts';
import type { StepContext } from './steps/step-context.ts';

interface PreviewPlace extends Pick<StepContext, 'gitEnv'> {
  readonly spec: Pick<RunSpec, 'id' | 'workspace'>;
}

export async function claimPreview(place: PreviewPlace): Promise<void> {
  const { previews } = workspacePaths(place.spec.workspace.stateDir);
  await makeFolder(previews, 0o700);
  await createExclusively(claimPath(previews, place.spec.id), JSON.stringify(ownIdentity()));
}

/** Safe to repeat. A pin that cannot be dropped now, because the refs are locked, is dropped by a later call. */
export async function removePreview(place: PreviewPlace, id: RunId): Promise<void> {
  const { stateDir } = place.spec.workspace;
  const paths = previewPaths(stateDir, id);
  await endLeft({ runId: id, groupList: paths.controlGroups, roots: [], clock: systemClock });
  const notices = await removeRunRepository({ ...place, spec: { ...place.spec, id }, paths });
  await removeTree(paths.folder);
  // While the pin stands the claim does too: it is how a later clean-up finds the pin.
  if (notices.length === 0) await removeTree(claimPath(workspacePaths(stateDir).previews, id));
}

/** Of previews that were killed, and of those whose pin could not be dropped in their time. */
export async function removeLeftPreviews(place: PreviewPlace): Promise<void> {
  const { previews } = workspacePaths(place.spec.workspace.stateDir);
  for (const name of await listFolder(previews)) {
    const id = name.replace(/\.json$/, '');
    if (id === name || !isRunId(id)) continue;
    const identity = parseIdentity(await readTextIfThere(claimPath(previews, id)));
    if (identity === null || !isAlive(identity)) await removePreview(place, id);
  }
}

function claimPath(previews: string, id: RunId): string {
  return join(previews, `${id}.json`);
}
