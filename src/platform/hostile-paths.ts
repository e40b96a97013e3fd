/** Looking at what a hostile process may have made: nothing is opened but folders, no link is followed. */
import { Buffer } from 'node:buffer';
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Dirent,
  lstatSync,
} from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join, dirname, relative, sep } from 'node:path';

import { inspectPaths, type PathFacts } from './files.ts';
import { sha256 } from './hash.ts';
import { systemErrorCode } from './system-error.ts';

export interface WalkedEntry {
  /** Relative to where the walk began, with slashes; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/**
 * Calls `take` for each entry, folders before what is in them, until it says false; then the answer is false too.
 * A folder that is not there is an empty one. Throws where one cannot be read: nested deeper than paths can say.
 */
export function walkEntries(folder: string, take: (entry: WalkedEntry) => boolean): boolean {
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const entry of entriesOf(join(folder, path))) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      const kind = kindOf(entry);
      if (!take({ path: below, kind })) return false;
      if (kind === 'folder') waiting.push(below);
    }
  }
  return true;
}

/** The direct entries of a folder. Empty when it does not exist or cannot be read. */
export function listHostile(folder: string): readonly WalkedEntry[] {
  try {
    return entriesOf(folder).map((entry) => ({ path: entry.name, kind: kindOf(entry) }));
  } catch {
    return [];
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw thrown;
  }
}

function kindOf(entry: Dirent): WalkedEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** As `inspectPaths`, at once; `unreachable` where the path is longer than the system takes, or leads in circles. */
export function inspectHostile(path: string): PathFacts | 'unreachable' | null {
  try {
    return inspectPaths([path])[0] ?? null;
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOTDIR') return null;
    if (code === 'ENAMETOOLONG' || code === 'ELOOP' || code === 'EACCES') return 'unreachable';
    throw thrown;
  }
}

/** Whether this process may read it; the path itself is not a link. */
export function isReadableNow(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Up to `most` bytes of a plain file from `offset` on; `null` for anything else, a link or a pipe included. */
export function readHostile(path: string, most: number, offset = 0): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) return null;
    const bytes = Buffer.alloc(Math.max(0, Math.min(most, facts.size - offset)));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
  } finally {
    closeSync(file);
  }
}

/** Where a link points; empty when it is none any more. */
export function readHostileLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

// What is in a tree, by name alone: no file is opened and no link is followed.

/** A hash of the kind and path of each entry, and of the modes of folders. Throws where a folder cannot be read. */
export function hashTreeNames(folder: string): string {
  const lines = [modeOf(folder)];
  walkEntries(folder, ({ path, kind }) => {
    lines.push(`${kind === 'folder' ? modeOf(join(folder, path)) : kind} ${path}`);
    return true;
  });
  return sha256(lines.toSorted().join('\0'));
}

function modeOf(folder: string): string {
  return `folder ${lstatSync(folder).mode.toString(8)}`;
}

// Ways to files of ours below a folder that a hostile process could write to: it may have laid links on them that lead to
// the user's own files. Of use only when that process is dead.

/** Whether each folder between `root` and the file is there, and is one. */
export async function isOwnWay(root: string, path: string): Promise<boolean> {
  for (const folder of foldersTo(root, path)) if ((await kindAt(folder)) !== 'folder') return false;
  return true;
}

/** Makes the folders between `root` and the file, and leaves nothing at its place. What is not a folder on the way is removed. */
export async function clearWay(root: string, path: string): Promise<void> {
  for (const folder of foldersTo(root, path)) {
    const kind = await kindAt(folder);
    if (kind === 'other') await rm(folder);
    if (kind !== 'folder') await mkdir(folder, { mode: 0o700 });
  }
  await rm(path, { recursive: true, force: true });
}

function foldersTo(root: string, path: string): readonly string[] {
  const parts = relative(root, dirname(path)).split(sep);
  return parts[0] === '' ? [] : parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
}

async function kindAt(path: string): Promise<'folder' | 'other' | 'nothing'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing';
    throw thrown;
  }
}
