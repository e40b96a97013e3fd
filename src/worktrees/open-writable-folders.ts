/** Makes the folders that `permissions.write` names, as they are once set-up is done and before the agent starts. */
import { join } from 'node:path';

import { inspectPath, makeFolder, OPEN_FOLDER } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { writeFolders } from '../sandbox/write-folders.ts';
import { inlineCode } from '../words/text.ts';
import type { WorktreeState } from './worktree-state.ts';

export interface WritableFolders {
  /** Relative; `null` = the whole tree. */
  readonly folders: readonly string[] | null;
  readonly notices: readonly string[];
}

export async function openWritableFolders(
  request: WorktreeRequest,
  { sandbox }: Pick<WorktreeState, 'sandbox'>,
): Promise<WritableFolders> {
  const { folders } = writeFolders(request.spec.routine.permissions.write);
  if (sandbox === null || folders === null) return { folders: null, notices: [] };
  const opened: string[] = [];
  const notices: string[] = [];
  for (const folder of folders) {
    if (await openFolder(request.paths.worktree, folder)) opened.push(folder);
    else
      notices.push(
        `permissions.write: ${inlineCode(folder)} leads through a link or a file, so the run could not write there`,
      );
  }
  return { folders: opened, notices };
}

/** A link on the way would open whatever it leads to. */
async function openFolder(worktree: string, folder: string): Promise<boolean> {
  let path = worktree;
  for (const part of folder.split('/')) {
    path = join(path, part);
    const facts = await inspectPath(path);
    if (facts === null) await makeFolder(path, OPEN_FOLDER);
    else if (facts.kind !== 'folder') return false;
  }
  return true;
}
