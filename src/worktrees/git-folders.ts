import { join } from 'node:path';

import type { RunPaths } from '../store/run-folder/run-paths.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { readWorktreeState } from './worktree-state.ts';

/**
 * What a program has to be let write so that it can commit in the worktree of a run: its `.git`; of a linked worktree
 * that is only a file, which leads to a folder of its own and the common one. By our record: what the file says now
 * may be the agent's.
 */
export async function gitFoldersOf({
  spec,
  paths,
}: {
  readonly spec: Pick<RunSpec, 'workspace'>;
  readonly paths: RunPaths;
}): Promise<readonly string[]> {
  const linked = (await readWorktreeState(paths))?.linked ?? null;
  return linked === null
    ? [join(paths.worktree, '.git')]
    : [linked.adminFolder, spec.workspace.gitDir];
}
