/** Which branch is checked out where, read from git's own notes: no process. */
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

import { listFolder, readTextIfThere, resolveLinks } from '../platform/files.ts';

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
