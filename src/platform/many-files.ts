/**
 * Many small files at once. A bounded number of calls is under way together, so that their syncs share the
 * commits of the disk; Node's callback interface, because a FileHandle for each costs as much as the write.
 */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  close,
  constants,
  fsync,
  link,
  lstatSync,
  open,
  readFile,
  rename,
  unlink,
  utimes,
  write,
} from 'node:fs';
import { promisify } from 'node:util';

import { systemErrorCode } from './system-error.ts';

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const writeBytes = promisify(write);
const readWhole = promisify(readFile);
const linkFile = promisify(link);
const unlinkFile = promisify(unlink);
const renameFile = promisify(rename);
const setTimes = promisify(utimes);

const AT_ONCE = 32;

/** Results in the order of the items. Fails with the first failure, and only when nothing is under way any more. */
export async function forAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(atOnce, items.length) }, lane);
  const ended = await Promise.allSettled(lanes);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}

let ownPart: string | null = null;
let made = 0;

/** `name.3fa9c1d2e4b5a607-1c`: a unique name beside `name`. */
export function uniqueName(name: string): string {
  ownPart ??= randomBytes(8).toString('hex');
  made += 1;
  return `${name}.${ownPart}-${made.toString(36)}`;
}

/** A new file, synced; its name is durable once the folder is synced too. Mode 0600. */
export async function writeNewSynced(path: string, content: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(content);
  const file = await openFile(path, 'wx', 0o600);
  try {
    for (let done = 0; done < bytes.length;)
      done += (await writeBytes(file, bytes, done, bytes.length - done)).bytesWritten;
    await syncFile(file);
  } finally {
    await closeFile(file);
  }
}

/** A second name for a file; false when that name is taken. */
export async function linkExclusively(from: string, to: string): Promise<boolean> {
  try {
    await linkFile(from, to);
    return true;
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'EEXIST') return false;
    // The process that took the name may also have removed our file.
    if (code === 'ENOENT' && (await versionOf(to)) !== null) return false;
    throw thrown;
  }
}

/** Over whatever is there. */
export async function renameOver(from: string, to: string): Promise<void> {
  await renameFile(from, to);
}

/** Nothing there is fine. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlinkFile(path);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/** `null` when there is no such file. */
export async function readSmallFile(path: string): Promise<string | null> {
  try {
    return await readWhole(path, 'utf8');
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

export interface FileVersion {
  readonly inode: number;
  readonly size: number;
  readonly changedMs: number;
}

/** Changes whenever the file is replaced or written; `null` when there is none. */
export async function versionOf(path: string): Promise<FileVersion | null> {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  return { inode: facts.ino, size: facts.size, changedMs: facts.ctimeMs };
}

/** As if it had been written now; nothing there is fine. */
export async function touchFile(path: string): Promise<void> {
  const now = new Date();
  try {
    await setTimes(path, now, now);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Makes the names in a folder durable. */
export async function syncNames(folder: string): Promise<void> {
  const opened = await openFile(folder, constants.O_RDONLY);
  try {
    await syncFile(opened);
  } finally {
    await closeFile(opened);
  }
}
