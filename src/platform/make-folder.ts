/** Folders with all that are above them. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { AppError } from '../words/errors.ts';
import { systemErrorCode } from './system-error.ts';

/** Of what is meant for others too: files of a repository, a tree that programs work in. */
export const OPEN_FOLDER = 0o755;

/**
 * For its owner alone unless `mode` says otherwise, and so are those above it: whichever part comes first makes the state
 * folder. Throws `missing` where no folder can be made.
 */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  if (await makeOneFolder(path, mode)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above, mode);
  // Not Node's own recursion: it never ends where folders cannot be made and the one above is there, as in /proc.
  await mkdir(path, { mode }).catch(async (thrown: unknown) => {
    if (await isFolder(path)) return;
    throw systemErrorCode(thrown) === 'ENOENT' ? noFolderHere(path) : thrown;
  });
}

function noFolderHere(path: string): AppError {
  return new AppError('missing', {
    code: 'no-folder-here',
    message: `the folder ${path} cannot be made: its file system makes none`,
    hint: 'Name a folder elsewhere.',
  });
}

/** False when the folder above is not there. */
async function makeOneFolder(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return false;
    if (systemErrorCode(thrown) === 'EEXIST' && (await isFolder(path))) return true;
    throw thrown;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() === true;
}
