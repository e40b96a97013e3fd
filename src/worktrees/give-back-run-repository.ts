/** Takes back what an `open` made that a crash cut off, or after which the run was cut off, so that it can be opened again. */
import { join } from 'node:path';

import { inspectPath, listFolder } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { removeAdminFolder } from './create-linked-worktree.ts';
import { removeRunRepository } from './release-run-repository.ts';

/** Only before the agent began: nothing but the base and what set-up made was ever in it. */
export async function giveBackRunRepository(request: WorktreeRequest): Promise<void> {
  const { paths, spec } = request;
  const found = await Promise.all([paths.worktree, paths.worktreeState].map(inspectPath));
  if (found.every((facts) => facts === null)) return;
  // Of a linked worktree whose record was not written yet; each is looked at for whether it is this run's.
  const records = join(spec.workspace.gitDir, 'worktrees');
  for (const name of await listFolder(records))
    await removeAdminFolder(request, join(records, name));
  await removeRunRepository(request);
}
