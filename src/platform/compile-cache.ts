/** Node's cache of compiled code, where this Node has one (22.1 and later): halves the start of a command. */
import nodeModule from 'node:module';
import { join } from 'node:path';

import { homeFolder, type Environment } from './environment.ts';
import { openPrivateCache } from './private-folder.ts';

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
