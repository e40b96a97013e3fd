/** Folders that are for their owner alone: what an older version or another umask left open is closed. */
import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, type Stats } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import nodeModule from 'node:module';
import { join } from 'node:path';

import { userId, homeFolder, type Environment } from './environment.ts';
import { systemErrorCode } from './system-error.ts';

export type FolderPrivacy =
  | { readonly kind: 'none' }
  /** Something else is there, such as a file. */
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'private' }
  /** Another account has it, or made the link that leads to it. */
  | { readonly kind: 'foreign'; readonly uid: number }
  /** Other accounts can look into it, and the system does not let that be changed. */
  | { readonly kind: 'open' }
  /** Other accounts can look into it, and `isOwn` says that not all in it is ours: to close it would close it to others. */
  | { readonly kind: 'shared' };

/**
 * Takes the rights of all others from a folder. Root may use a folder of another account, as containers do.
 * @param isOwn told the names in it; whether it may be closed
 */
export async function keepPrivate(
  path: string,
  isOwn: (names: readonly string[]) => boolean,
): Promise<FolderPrivacy> {
  const own = userId();
  const [link, facts] = [statsOf(path, lstatSync), statsOf(path, statSync)];
  if (link === null || facts === null) return { kind: 'none' };
  if (!facts.isDirectory()) return { kind: 'no-folder' };
  if (own !== 0 && facts.uid !== own) return { kind: 'foreign', uid: facts.uid };
  if (own !== 0 && link.uid !== own && link.uid !== 0) return { kind: 'foreign', uid: link.uid };
  if ((facts.mode & OTHERS) === 0) return { kind: 'private' };
  if (!isOwn(await readdir(path))) return { kind: 'shared' };
  try {
    await chmod(path, 0o700);
    return { kind: 'private' };
  } catch (thrown) {
    // On a disk that takes no writes nothing is added either; and root of a container may not change all that is mounted.
    if (['EROFS', 'EPERM'].includes(systemErrorCode(thrown) ?? '')) return { kind: 'open' };
    throw thrown;
  }
}

/**
 * A folder of things that are loaded or believed and can be made again, such as compiled code. Where others could have
 * written to it, it begins again. False when it cannot be had.
 */
function openPrivateCache(path: string): boolean {
  try {
    if (!isSafe(path)) rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!isSafe(path)) return false;
    chmodSync(path, 0o700);
    return true;
  } catch {
    return false;
  }
}

function isSafe(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return true;
  return facts.uid === userId() && (facts.mode & WRITABLE_BY_OTHERS) === 0;
}

function statsOf(path: string, look: typeof lstatSync): Stats | null {
  try {
    return look(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

const OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;

// Node's cache of compiled code, where this Node has one (22.1 and later): halves the start of a command.

/** In the user's own folder: another user could fill the default one under /tmp. */
export function useCompileCache(env: Environment): void {
  const cacheHome = env['XDG_CACHE_HOME'] ?? join(homeFolder(env), '.cache');
  if (env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return;
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable !== 'function') return;
  const folder = join(cacheHome, 'roundsman');
  // Node makes what is missing by the umask, and runs what it finds there.
  if (openPrivateCache(folder)) Reflect.apply(enable, nodeModule, [join(folder, 'compiled')]);
}
