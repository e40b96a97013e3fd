/** The door to the file system. What has to outlive a crash is written by `durable-files.ts`. */
import { Buffer } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import {
  access,
  appendFile,
  chmod,
  copyFile,
  mkdtemp,
  open,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
  type FileHandle,
  utimes,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { removeSlowly } from './remove-slowly.ts';
import { systemErrorCode } from './system-error.ts';

export { createExclusively, writeAside, writeDurably, type WaitingFile } from './durable-files.ts';
export { makeFolder, OPEN_FOLDER } from './durable-files.ts';

export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

/** Bytes. A file of up to this much is read at once: handing it to another thread takes longer. */
const SMALL = 65_536;
/** After so many files others have their turn: a loop over thousands must not hold up a daemon. */
const TURN_FILES = 64;
let files = 0;

/** `null` when there is no such file (or a part of its path is not a folder). */
export async function readTextIfThere(path: string): Promise<string | null> {
  if ((files += 1) % TURN_FILES === 0) await nextTurn();
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return (stats.size <= SMALL ? smallText(path) : null) ?? (await readFile(path, 'utf8'));
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw thrown;
  }
}

/** `null` when it is not a small file: opening a pipe would wait for its writer. */
function smallText(path: string): string | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= SMALL ? readFileSync(file, 'utf8') : null;
  } finally {
    closeSync(file);
  }
}

export async function readBytes(path: string): Promise<Buffer> {
  return readFile(path);
}

/** `null` when there is no such file. */
export async function readBytesIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

/** Atomic, at once and not synced: for what is small and soon written again. One writer at a time. */
export async function replaceText(path: string, content: string): Promise<void> {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, content, { mode: 0o600 });
  renameSync(temporary, path);
}

/** Of a small file; nothing there is fine. */
export async function removeAtOnce(path: string): Promise<void> {
  try {
    unlinkSync(path);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Plain write for files that can be made again (briefs, copies). */
export async function writeText(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content);
}

export async function appendText(path: string, content: string): Promise<void> {
  await appendFile(path, content);
}

/** A new private folder under the system's temporary folder. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  return mkdtemp(join(tmpdir(), prefix));
}

/** A new private folder beside `path`, to be renamed to it when it is whole. */
export async function makeFolderBeside(path: string): Promise<string> {
  return mkdtemp(`${path}.`);
}

/** Names in a folder, sorted; empty when there is no such folder. */
export async function listFolder(path: string): Promise<readonly string[]> {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(path).toSorted();
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw thrown;
  }
}

/**
 * Removes a file or a whole tree; a missing path is fine. Links are removed, not followed. If something prevents that
 * (folders without write permission, paths longer than the system accepts), the slow removal takes over.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (thrown) {
    const removal = await removeSlowly(path, { batch: 1_000, rest: nextTurn });
    if (removal.kind !== 'gone') throw thrown;
  }
}

async function nextTurn(): Promise<true> {
  return new Promise((resolve) => setImmediate(() => resolve(true)));
}

export interface PathFacts {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly mtimeMs: number;
  /** When content, mode or name last changed; unlike `mtimeMs`, no program can set it. */
  readonly changedMs: number;
  readonly inode: number;
  readonly executable: boolean;
}

/** Facts of the path itself (links not followed); `null` when nothing is there. */
export async function inspectPath(path: string): Promise<PathFacts | null> {
  if ((files += 1) % TURN_FILES === 0) await nextTurn();
  return factsAtOnce(path);
}

/** The same of many paths at once: nothing else happens meanwhile, and it costs a tenth. */
export function inspectPaths(paths: readonly string[]): readonly (PathFacts | null)[] {
  return paths.map(factsAtOnce);
}

function factsAtOnce(path: string): PathFacts | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : factsOf(stats);
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOTDIR') return null;
    throw thrown;
  }
}

function factsOf(stats: Stats): PathFacts {
  const kind = stats.isFile()
    ? 'file'
    : stats.isDirectory()
      ? 'folder'
      : stats.isSymbolicLink()
        ? 'link'
        : 'other';
  return {
    kind,
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    inode: stats.ino,
    executable: (stats.mode & 0o111) !== 0,
  };
}

/** Whether this process may read it; the path itself is not a link. */
export async function isReadable(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this process may write to it. */
export async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** With every link resolved; `null` when it does not exist. */
export async function resolveLinks(path: string): Promise<string | null> {
  try {
    return realpathSync.native(path);
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

export { chmod, copyFile, readlink, rename, symlink };

/** Bytes of a growing file from an offset on; empty when there is nothing new or no file yet. */
export async function readFrom(path: string, offset: number): Promise<Buffer> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY);
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return Buffer.alloc(0);
    throw thrown;
  }
  try {
    const { size } = await file.stat();
    if (size <= offset) return Buffer.alloc(0);
    const buffer = Buffer.alloc(Math.min(size - offset, 1_000_000));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** False when it is not empty or does not exist: what another process puts into it meanwhile stays. */
export async function removeEmptyFolder(path: string): Promise<boolean> {
  try {
    await rmdir(path);
    return true;
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT') return false;
    throw thrown;
  }
}

// When a file was last written, as it is to say.
export async function stampFile(path: string, at: Date): Promise<void> {
  await utimes(path, at, at);
}
