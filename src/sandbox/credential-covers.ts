/** What is mounted over a credential: an empty file, or an empty folder that cannot be written to. */
import { extname, join } from 'node:path';

import { inspectPaths, makeFolder, writeDurably } from '../platform/files.ts';
import type { Mount } from './contract.ts';

/** By extension: an empty file of that kind, which its programs can read. */
const EMPTY: Readonly<Record<string, string>> = { '.json': '{}', '.xml': '<settings/>', '': '' };

/** Makes those files in the cache folder, once. */
export async function makeCovers(cache: string): Promise<void> {
  const entries = Object.entries(EMPTY);
  const facts = inspectPaths(entries.map(([kind]) => coverFile(cache, kind)));
  if (entries.every(([, text], at) => facts[at]?.kind === 'file' && facts[at].size === text.length))
    return;
  await makeFolder(join(cache, 'covers'), 0o700);
  for (const [kind, text] of entries) await writeDurably(coverFile(cache, kind), text);
}

export function coverMount(path: string, kind: 'file' | 'folder', cache: string): Mount {
  if (kind === 'folder') return { kind: 'empty', path, closed: true };
  const extension = extname(path).toLowerCase();
  return {
    kind: 'read',
    path,
    from: coverFile(cache, Object.hasOwn(EMPTY, extension) ? extension : ''),
  };
}

/** Without covers over what is gone by now: nothing can be mounted where nothing is. */
export function withoutIdleCovers(mounts: readonly Mount[], cache: string): readonly Mount[] {
  const folder = `${join(cache, 'covers')}/`;
  const covers = mounts.filter(
    (mount) =>
      (mount.kind === 'empty' && mount.closed === true) ||
      (mount.kind === 'read' && mount.from?.startsWith(folder) === true),
  );
  const facts = inspectPaths(covers.map(({ path }) => path));
  const idle = new Set(covers.filter((_cover, at) => facts[at] === null));
  return idle.size === 0 ? mounts : mounts.filter((mount) => !idle.has(mount));
}

function coverFile(cache: string, extension: string): string {
  return join(cache, 'covers', `empty${extension}`);
}
