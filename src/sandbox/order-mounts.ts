/** From all that is to be seen to the order in which it has to be mounted, with what must not be seen taken out. Pure. */
import { dirname } from 'node:path';

import type { Mount } from './contract.ts';

/** Whether `path` is `folder` or below it. Both absolute and normalized. */
export function isWithin(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/**
 * Folders come before what is in them; of two at the same path the later one counts. Each hidden folder that a mounted
 * one would show is empty instead, but for what is mounted in it by name.
 */
export function orderMounts(
  mounts: readonly Mount[],
  hidden: readonly string[] = [],
): readonly Mount[] {
  const byPath = new Map<string, Mount>();
  for (const path of hidden) {
    if (mounts.some((mount) => shows(mount, path))) byPath.set(path, { kind: 'empty', path });
  }
  for (const mount of mounts) {
    byPath.delete(mount.path);
    byPath.set(mount.path, mount);
  }
  const ordered = [...byPath.values()].toSorted((a, b) => compareSegments(a.path, b.path));
  return ordered.filter((mount) => !isRepeated(mount, byPath));
}

function shows(mount: Mount, path: string): boolean {
  if (mount.kind !== 'read' && mount.kind !== 'write') return false;
  return mount.path !== path && isWithin(mount.path, path);
}

/** What the nearest mount above shows already, in the same way and from the same place. */
function isRepeated(mount: Mount, byPath: ReadonlyMap<string, Mount>): boolean {
  if (mount.kind !== 'read' || (mount.from ?? mount.path) !== mount.path) return false;
  for (let above = dirname(mount.path); above !== '/'; above = dirname(above)) {
    const found = byPath.get(above);
    if (found === undefined) continue;
    return found.kind === 'read' && (found.from ?? found.path) === found.path;
  }
  return false;
}

function compareSegments(left: string, right: string): number {
  const [a, b] = [left.split('/'), right.split('/')];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [one = '', other = ''] = [a[at], b[at]];
    if (one !== other) return one < other ? -1 : 1;
  }
  return a.length - b.length;
}
