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
