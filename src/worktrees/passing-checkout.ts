/**
 * The base, checked out for one command and gone after it: what the command leaves there never mixes with what the
 * agent is given, and no git of ours runs where it ran.
 */
import { join } from 'node:path';

import { makeFolder, removeTree } from '../platform/files.ts';
import type { OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { createRunRepository } from './create-run-repository.ts';
import { runRepositoryGit } from './repository-calls.ts';
import { needWorktreeState } from './worktree-state.ts';

/** @param name of its folder among the run's temporary ones */
export async function withPassingCheckout<T>(
  request: WorktreeRequest,
  { opened, name }: { readonly opened: OpenedBase; readonly name: string },
  work: (inside: WorktreeRequest) => Promise<T>,
): Promise<T> {
  const { source } = await needWorktreeState(request.paths);
  const folder = join(request.paths.temporary, name);
  const inside = insideOf(request, folder);
  // A crash may have left a part of it.
  await removeTree(folder);
  try {
    await makeFolder(inside.paths.temporary, 0o700);
    // It borrows, whatever the run has: it is gone before the agent starts.
    await createRunRepository(inside, source, { base: opened.base, history: 'borrow' });
    const git = runRepositoryGit(inside);
    await git(['read-tree', '--reset', '-u', '--no-recurse-submodules', 'HEAD']);
    return await work(inside);
  } finally {
    await removeTree(folder);
  }
}

function insideOf(request: WorktreeRequest, folder: string): WorktreeRequest {
  const paths = {
    ...request.paths,
    worktree: join(folder, 'worktree'),
    temporary: join(folder, 'tmp'),
  };
  return { ...request, paths };
}
