/**
 * Notices of changes in folders, by the system's own means; of what lies in them, not deeper. Notices can be missed
 * (network drives, too many watches): a caller that needs certainty also polls.
 */
import { watch, type FSWatcher } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { systemErrorCode } from './system-error.ts';

export interface WatchedFolder {
  readonly path: string;
  /** A folder that was made again under its old name is another one. */
  readonly inode: number;
}

export interface FolderWatch {
  /** Exactly these from now on. False when some cannot be watched. */
  set(folders: readonly WatchedFolder[]): boolean;
  close(): void;
}

/** @param onChange gets the folder, and the name in it where the system says it */
export function watchFolders(onChange: (folder: string, name: string | null) => void): FolderWatch {
  const watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  const drop = (path: string): void => {
    watchers.get(path)?.watcher.close();
    watchers.delete(path);
  };
  const add = ({ path, inode }: WatchedFolder): boolean => {
    try {
      // Watching alone keeps no process alive.
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        onChange(path, name);
      });
      watcher.on('error', () => {
        drop(path);
        onChange(path, null);
      });
      watchers.set(path, { inode, watcher });
      return true;
    } catch (thrown) {
      if (systemErrorCode(thrown) === null) throw thrown;
      return false;
    }
  };
  return {
    set: (folders) => {
      const wanted = new Map(folders.map((folder) => [folder.path, folder.inode]));
      for (const [path, { inode }] of watchers) if (wanted.get(path) !== inode) drop(path);
      return folders
        .filter(({ path }) => !watchers.has(path))
        .map(add)
        .every((added) => added);
    },
    close: () => {
      for (const path of watchers.keys()) drop(path);
    },
  };
}

export interface FolderFacts extends WatchedFolder {
  /** Of the folder itself: when a name in it last came, went or was replaced. */
  readonly changedMs: number;
}

/** A folder and all below it, by path; empty when it is not there. Links are not followed, nor names left out. */
export async function folderTree(
  path: string,
  leftOut: (name: string) => boolean = () => false,
): Promise<readonly FolderFacts[]> {
  try {
    const facts = await lstat(path);
    if (!facts.isDirectory()) return [];
    const entries = await readdir(path, { withFileTypes: true });
    const below = await Promise.all(
      entries
        .filter((entry) => entry.isDirectory() && !leftOut(entry.name))
        .map(async (entry) => folderTree(join(path, entry.name), leftOut)),
    );
    return [{ path, inode: facts.ino, changedMs: facts.ctimeMs }, ...below.flat()];
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw thrown;
  }
}

// Being told when something in a few folders changed, soon where the system can tell and within `pollMs` anyway.
export interface LookedAtFolder {
  /** Absolute; one that is not there is passed over. What is below its folders does not count. */
  readonly path: string;
  /** Names in it that count; `null`: all. */
  readonly names: ReadonlySet<string> | null;
}

export interface LookRequest {
  /** How long it has to be quiet before `look` is called. */
  readonly quietMs: number;
  /** `look` is called this often even when nothing was seen to change: not every file system tells. */
  readonly pollMs: number;
  readonly look: () => void;
}

export interface ChangeLook {
  /** From now on these. Folders that were made or removed meanwhile are found or let go. */
  follow(folders: readonly LookedAtFolder[]): void;
  close(): void;
}

/** Neither watches nor timers keep the process alive. Never throws for what cannot be watched. */
export function lookOnChange({ quietMs, pollMs, look }: LookRequest): ChangeLook {
  let watchers: readonly FSWatcher[] = [];
  let quiet: NodeJS.Timeout | null = null;
  const poll = setInterval(look, pollMs).unref();
  const touched = (): void => {
    if (quiet !== null) clearTimeout(quiet);
    quiet = setTimeout(look, quietMs).unref();
  };
  const stop = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  return {
    follow: (folders) => {
      stop();
      watchers = folders.flatMap((folder) => watchOne(folder, touched) ?? []);
    },
    close: () => {
      stop();
      clearInterval(poll);
      if (quiet !== null) clearTimeout(quiet);
    },
  };
}

/** `null` where it cannot be watched: no such folder, no watches left, or a file system that does not tell. */
function watchOne({ path, names }: LookedAtFolder, touched: () => void): FSWatcher | null {
  try {
    const watcher = watch(path, { persistent: false }, (_event, name) => {
      if (name === null || names === null || names.has(name)) touched();
    });
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
