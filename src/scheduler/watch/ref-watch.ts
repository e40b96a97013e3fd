/**
 * One watch over the branches and tags of a repository, for all who follow some. The folders that hold them are
 * watched; every 30 s their times are looked at as well, which is cheap and asks git nothing when nothing moved.
 */
import { join } from 'node:path';

import { listRefs, type Ref } from '../../git/list-refs.ts';
import { commonGitFolder } from '../../git/object-folders.ts';
import { inspectPath } from '../../platform/files.ts';
import { folderTree, watchFolders, type FolderFacts } from '../../platform/folder-watch.ts';
import type { WatchParts } from '../contract.ts';
import { poller } from './now-and-then.ts';

export type Refs = ReadonlyMap<string, Ref>;
/** Throws when it could not take them in; it gets them again then. */
type RefFollower = (refs: Refs) => Promise<void>;

export interface RefWatch {
  /** Looks at once; what goes wrong is told, and tried again with the next look. */
  follow(follower: RefFollower): Promise<void>;
  unfollow(follower: RefFollower): void;
  /** Looks now, whether or not a change was noticed. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 30_000;
/** A command of git changes several files; they are looked at once. */
const SETTLE_MS = 150;
/** Times of files are no finer than some milliseconds: what changed just now may change again unseen. */
const RACY_MS = 1000;
const LOOSE = ['refs/heads', 'refs/remotes', 'refs/tags'];
const REF_FILES = /^(packed-refs|reftable|refs)$/;

/** @param settle awaited before a change is told, so that a move counts with the definitions that it brought */
export function refWatch(
  parts: Pick<WatchParts, 'git' | 'clock' | 'warn'>,
  settle: (refs: Refs) => Promise<void>,
): RefWatch {
  const followers = new Map<RefFollower, { behind: boolean }>();
  const reader = refReader(parts, () => {
    looks.wake();
  });
  const look = async (): Promise<void> => {
    const { refs, fresh } = await reader.read();
    if (fresh) {
      await settle(refs);
      for (const state of followers.values()) state.behind = true;
    }
    const failures: unknown[] = [];
    for (const [follower, state] of followers) {
      if (!state.behind) continue;
      try {
        await follower(refs);
        state.behind = false;
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  const looks = poller(parts, {
    name: 'branches and tags',
    look,
    pollMs: () => POLL_MS,
    settleMs: SETTLE_MS,
  });
  return {
    follow: async (follower) => {
      followers.set(follower, { behind: true });
      await looks.lookAndWarn();
      looks.start();
    },
    unfollow: (follower) => {
      followers.delete(follower);
      if (followers.size === 0) looks.pause();
    },
    look: async () => looks.look(),
    close: async () => {
      followers.clear();
      await looks.stop();
      reader.close();
    },
  };
}

/** Reads refs again only when the times of their files say that some may have moved. */
function refReader(
  { git, clock }: Pick<WatchParts, 'git' | 'clock'>,
  onChange: () => void,
): { read(): Promise<{ readonly refs: Refs; readonly fresh: boolean }>; close(): void } {
  let gitFolder = '';
  let known: { readonly stamp: string; readonly refs: Refs } | null = null;
  const folders = watchFolders((folder, name) => {
    // The repository's own folder changes with every command; refs are in few of its files.
    const aside = folder === gitFolder && name !== null && !REF_FILES.test(name);
    if (!aside) onChange();
  });
  return {
    read: async () => {
      if (gitFolder === '') gitFolder = await commonGitFolder(git);
      const tree = await refFolders(gitFolder);
      folders.set(tree);
      const stamp = await stampOf(gitFolder, tree);
      if (known !== null && known.stamp === stamp.text) return { refs: known.refs, fresh: false };
      const settled = clock.now().getTime() - stamp.newestMs > RACY_MS;
      known = { stamp: settled ? stamp.text : '', refs: await listRefs(git) };
      return { refs: known.refs, fresh: true };
    },
    close: () => {
      folders.close();
    },
  };
}

/** The folders in which something changes when a ref moves. */
async function refFolders(gitFolder: string): Promise<readonly FolderFacts[]> {
  const places = [...LOOSE, 'reftable'].map(async (name) => folderTree(join(gitFolder, name)));
  const trees = await Promise.all(places);
  const own = await inspectPath(gitFolder);
  // First of all: whatever is in the folder may be made only later.
  const top = { path: gitFolder, inode: own?.inode ?? 0, changedMs: 0 };
  return [top, ...trees.flat()];
}

async function stampOf(
  gitFolder: string,
  tree: readonly FolderFacts[],
): Promise<{ readonly text: string; readonly newestMs: number }> {
  const packed = await inspectPath(join(gitFolder, 'packed-refs'));
  const facts = tree.map(({ path, inode, changedMs }) => `${path} ${inode} ${changedMs}`);
  const times = [...tree.map(({ changedMs }) => changedMs), packed?.changedMs ?? 0];
  return {
    text: [...facts, `${packed?.inode} ${packed?.changedMs} ${packed?.size}`].join('\n'),
    newestMs: Math.max(...times),
  };
}
