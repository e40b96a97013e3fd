/** Puts a spare in the place of a run's empty worktree. */
import { join } from 'node:path';

import { fileMask } from '../../platform/environment.ts';
import {
  copyFile,
  readBytesIfThere,
  removeEmptyFolder,
  removeTree,
  rename,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import { hashTreeNames } from '../../platform/tree-names.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { runRepositoryGit } from '../repository-calls.ts';
import { bury } from '../tombstone.ts';
import type { WorktreeState } from '../worktree-state.ts';
import { listSpares, readSpareRecord, sparePaths } from './spare.ts';

/**
 * The worktree holds its repository and nothing else. Afterwards it may hold files of another commit, with the index that
 * belongs to them: `checkOutTree` brings them to the base. False when there is no spare that fits.
 */
export async function takeSpare(request: WorktreeRequest, state: WorktreeState): Promise<boolean> {
  // What is checked out in a linked worktree follows the settings of the user's repository.
  if (state.linked !== null) return false;
  const { paths, spec, gitEnv, clock } = request;
  for (const folder of await listSpares(spec.workspace.stateDir)) {
    if (!(await claim(folder, paths.spare))) continue;
    await request.probe?.('worker/spare-taken');
    if (await fits(request, state)) {
      await place(request);
      await request.probe?.('worker/spare-placed');
      return true;
    }
    await bury(
      { workspace: spec.workspace, gitEnv, clock },
      { paths: [paths.spare], refs: [], linked: null, why: 'it does not fit' },
    );
  }
  return false;
}

/** False when another run was quicker, or where the state folder is on several disks. */
async function claim(folder: string, to: string): Promise<boolean> {
  try {
    await rename(folder, to);
    return true;
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'EXDEV') return false;
    throw thrown;
  }
}

/** Whether it is as it was made, as far as names say, and as this process would make it. Contents git compares. */
async function fits(request: WorktreeRequest, { source, opened }: WorktreeState): Promise<boolean> {
  const { spare } = request.paths;
  const record = await readSpareRecord(spare);
  if (record === null) return false;
  const { tree, index } = sparePaths(spare);
  return (
    record.bootId === ownIdentity().bootId &&
    record.umask === fileMask() &&
    record.objectFormat === source.objectFormat &&
    sha256((await readBytesIfThere(index)) ?? '') === record.index &&
    namesOf(tree) === record.names &&
    (record.commit === opened.base || (await hasSameAttributes(request, index)))
  );
}

function namesOf(tree: string): string | null {
  try {
    return hashTreeNames(tree);
  } catch {
    return null;
  }
}

/** Where they differ, files that are the same in both commits may be written in another way. */
async function hasSameAttributes(request: WorktreeRequest, index: string): Promise<boolean> {
  const { exitCode } = await runRepositoryGit(request)(
    ['diff-index', '--cached', '--quiet', 'HEAD', '--', ':(glob,icase)**/.gitattributes'],
    { env: { GIT_INDEX_FILE: index }, okExitCodes: [0, 1] },
  );
  return exitCode === 0;
}

/** A crash in between is no matter: the run opens again, which takes all of it back. */
async function place({ paths }: WorktreeRequest): Promise<void> {
  const { tree, index } = sparePaths(paths.spare);
  await rename(join(paths.worktree, '.git'), join(tree, '.git'));
  await removeEmptyFolder(paths.worktree);
  await rename(tree, paths.worktree);
  // A copy is newer than the files, so that git need not read those written last to know that they are as the index says.
  await copyFile(index, join(paths.worktree, '.git', 'index'));
  await removeTree(paths.spare);
}
