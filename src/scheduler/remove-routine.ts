/** Removing a routine: its file goes, and nothing starts it any more. What it made stays. */
import { join } from 'node:path';

import { readFileAt } from '../git/read-file-at.ts';
import { readTextIfThere, removeTree } from '../platform/files.ts';
import { activeById } from '../routines/active-routines.ts';
import { readActivity } from '../routines/active/read-activity.ts';
import { readCatalog } from '../routines/definitions.ts';
import { disableRoutines } from '../routines/enable/enable-routine.ts';
import { findEntry } from '../routines/find-routine.ts';
import type { Workspace } from '../workspace/contract.ts';
import { pauseRoutines } from './pause-routines.ts';
import { removalReason } from './removal-pause.ts';

export interface Removal {
  readonly id: string;
  /** Of the working tree, relative to the root. */
  readonly file: string;
  /** Whether the last commit has the file as it is: then git brings it back. */
  readonly isCommitted: boolean;
}

/** What `removeRoutine` would remove. Throws `not-found`. */
export async function planRemoval(workspace: Workspace, id: string): Promise<Removal> {
  const { file } = findEntry(await readCatalog(workspace), id);
  const { root } = workspace.location;
  const [here, committed] = await Promise.all([
    readTextIfThere(join(root, file)),
    readFileAt({ cwd: root, env: workspace.gitEnv }, 'HEAD', file),
  ]);
  return { id, file, isCommitted: here !== null && here === committed };
}

/** Gives where its definition stands still, `main`; until that is gone too the routine is paused. `null`: nowhere. */
export async function removeRoutine(
  workspace: Workspace,
  { id, file }: Removal,
): Promise<string | null> {
  await removeTree(join(workspace.location.root, file));
  const { enabled } = await workspace.enabled.read();
  if (enabled.some(({ routine }) => routine === id)) await disableRoutines(workspace, [id]);
  const active = activeById(await readActivity(workspace)).get(id);
  if (active === undefined) return null;
  const reason = removalReason(file);
  await pauseRoutines(workspace, { ids: [id], reason, until: null });
  return active.from;
}
