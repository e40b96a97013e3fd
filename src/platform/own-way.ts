/**
 * Ways to files of ours below a folder that a hostile process could write to: it may have laid links on them that lead to
 * the user's own files. Of use only when that process is dead.
 */
import { lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import { systemErrorCode } from './system-error.ts';

/** Whether each folder between `root` and the file is there, and is one. */
export async function isOwnWay(root: string, path: string): Promise<boolean> {
  for (const folder of foldersTo(root, path)) if ((await kindOf(folder)) !== 'folder') return false;
  return true;
}

/** Makes the folders between `root` and the file, and leaves nothing at its place. What is not a folder on the way is removed. */
export async function clearWay(root: string, path: string): Promise<void> {
  for (const folder of foldersTo(root, path)) {
    const kind = await kindOf(folder);
    if (kind === 'other') await rm(folder);
    if (kind !== 'folder') await mkdir(folder, { mode: 0o700 });
  }
  await rm(path, { recursive: true, force: true });
}

function foldersTo(root: string, path: string): readonly string[] {
  const parts = relative(root, dirname(path)).split(sep);
  return parts[0] === '' ? [] : parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
}

async function kindOf(path: string): Promise<'folder' | 'other' | 'nothing'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing';
    throw thrown;
  }
}
