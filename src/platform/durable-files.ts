/**
 * Files that outlive a loss of power: written to a temporary name in the same folder, synced, renamed, and the folder is
 * synced. After a crash a reader sees the old content or the new, never a part.
 */
import { constants } from 'node:fs';
import { link, open, rename, rm, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { AppError } from '../words/errors.ts';
import { systemErrorCode } from './system-error.ts';

/** Atomic and durable: temporary name, fsync, rename, fsync of the folder. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await writeSynced(temporary, content, { flags: 'wx', mode: 0o600 });
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  await syncFolder(dirname(path));
}

/**
 * Creates a file that must not exist yet, whole or not at all, and says whether it did.
 * By link(2) of a finished file, so that a crash never leaves an empty claim.
 */
export async function createExclusively(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<boolean> {
  const waiting = await writeAside(path, content, mode);
  try {
    return await waiting.place();
  } finally {
    await waiting.discard();
  }
}

/** A file that waits beside its place. */
export interface WaitingFile {
  /** Puts it there at once, durably; false when something is there. */
  place(): Promise<boolean>;
  /** What waits is gone; what was placed stays. */
  discard(): Promise<void>;
}

/** For a caller that tries repeatedly to create a file exclusively: the slow part, the write to disk, happens once. */
export async function writeAside(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<WaitingFile> {
  const temporary = temporaryName(path);
  await writeSynced(temporary, content, { flags: 'wx', mode });
  return {
    place: async () => {
      try {
        await link(temporary, path);
      } catch (thrown) {
        if (systemErrorCode(thrown) === 'EEXIST') return false;
        throw thrown;
      }
      await syncFolder(dirname(path));
      return true;
    },
    // Somebody may have removed the folder, or swept it.
    discard: () => rm(temporary, { force: true }),
  };
}

/** It only has to be free, and the flags see to that: node:crypto is slow to load in a supervisor, which needs it for nothing else. */
function temporaryName(path: string): string {
  return `${path}.${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}.tmp`;
}

async function writeSynced(
  path: string,
  content: string | Uint8Array,
  { flags, mode }: { readonly flags: string; readonly mode: number },
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// Folders with all that are above them.

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
