/** Level `worktree`: a linked worktree of the user's repository, detached at the base, nothing checked out. */
import { dirname, join } from 'node:path';

import type { GitCall } from '../git/git-call.ts';
import { readText, readTextIfThere, removeTree, resolveLinks } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { RunPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';

/** Returns our folder under the user's `.git/worktrees`. */
export async function createLinkedWorktree(
  request: WorktreeRequest,
  git: GitCall,
  base: CommitSha,
): Promise<string> {
  const { worktree } = request.paths;
  await git(['worktree', 'add', '--quiet', '--detach', '--no-checkout', '--', worktree, base]);
  const pointer = await readText(join(worktree, '.git'));
  const adminFolder = pointer.replace(/^gitdir: /, '').replace(/\n$/, '');
  if (!(await isOurs(request, adminFolder))) {
    throw new AppError('internal', {
      code: 'foreign-worktree',
      message: `git made the worktree ${worktree} with its records in ${adminFolder}`,
      hint: '',
    });
  }
  return adminFolder;
}

interface LinkedRun {
  readonly spec: Pick<RunSpec, 'workspace'>;
  readonly paths: Pick<RunPaths, 'folder'>;
}

/** Takes it out of the user's list of worktrees. Never `git worktree prune`: that takes others' along. */
export async function removeAdminFolder(request: LinkedRun, adminFolder: string): Promise<void> {
  if (await isOurs(request, adminFolder)) await removeTree(adminFolder);
}

async function isOurs(request: LinkedRun, adminFolder: string): Promise<boolean> {
  const worktrees = await resolveLinks(join(request.spec.workspace.gitDir, 'worktrees'));
  const parent = await resolveLinks(dirname(adminFolder));
  if (worktrees === null || parent !== worktrees) return false;
  const pointsTo = (await readTextIfThere(join(adminFolder, 'gitdir')))?.replace(/\n$/, '');
  if (pointsTo === undefined) return false;
  const ours = await resolveLinks(request.paths.folder);
  return ours !== null && (await resolveLinks(dirname(dirname(pointsTo)))) === ours;
}
