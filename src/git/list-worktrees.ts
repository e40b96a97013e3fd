/**
 * The checkouts of a repository: its own and all linked ones, wherever on this machine they are. Read from git's own notes
 * (`worktrees/<name>/gitdir`), which is where `git worktree list` has them from: lists of sessions have no time for a process.
 */
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

import { inspectPath, listFolder, readTextIfThere, resolveLinks } from '../platform/files.ts';

/** Absolute real paths, each once; those that are gone are left out. @param commonDir the git directory that they share */
export async function listWorktrees(commonDir: string): Promise<readonly string[]> {
  const admins = await listFolder(join(commonDir, 'worktrees'));
  const linked = await Promise.all(
    admins.map((name) => placeOf(join(commonDir, 'worktrees', name))),
  );
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
  const real = await Promise.all([...main, ...linked.flat()].map(folderAt));
  return [...new Set(real.flat())];
}

/** `gitdir` names the `.git` file in the worktree; newer gits may write it relative to their own folder. */
async function placeOf(admin: string): Promise<readonly string[]> {
  const text = (await readTextIfThere(join(admin, 'gitdir')))?.trim() ?? '';
  if (text === '') return [];
  return [dirname(isAbsolute(text) ? text : resolve(admin, text))];
}

async function folderAt(path: string): Promise<readonly string[]> {
  const real = await resolveLinks(path).catch(() => null);
  return real !== null && (await inspectPath(real))?.kind === 'folder' ? [real] : [];
}

// Which branch is checked out where, read from git's own notes: no process.

/** Absolute real folders by the name of their branch, without `refs/heads/`. @param commonDir the git directory that they share */
export async function checkedOutBranches(commonDir: string): Promise<ReadonlyMap<string, string>> {
  const admins = (await listFolder(join(commonDir, 'worktrees'))).map((name) =>
    join(commonDir, 'worktrees', name),
  );
  const linked = await Promise.all(
    admins.map(async (admin): Promise<readonly [string, string] | null> => {
      const place = (await readTextIfThere(join(admin, 'gitdir')))?.trim() ?? '';
      const branch = await branchOf(join(admin, 'HEAD'));
      if (place === '' || branch === null) return null;
      const folder = dirname(isAbsolute(place) ? place : resolve(admin, place));
      const real = await resolveLinks(folder).catch(() => null);
      return real === null ? null : [branch, real];
    }),
  );
  const own = basename(commonDir) === '.git' ? await branchOf(join(commonDir, 'HEAD')) : null;
  return new Map([
    ...linked.filter((one) => one !== null),
    ...(own === null ? [] : [[own, dirname(commonDir)] as const]),
  ]);
}

async function branchOf(head: string): Promise<string | null> {
  const text = await readTextIfThere(head);
  return /^ref: refs\/heads\/(.+)$/.exec(text?.trim() ?? '')?.[1] ?? null;
}
