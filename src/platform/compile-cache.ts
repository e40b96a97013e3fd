/** Node's cache of compiled code, where this Node has one (22.1 and later): halves the start of a command. */
import nodeModule from 'node:module';
import { join } from 'node:path';

import { homeFolder, type Environment } from './environment.ts';

/** In a folder of the user's own: the default one under /tmp could be filled by somebody else. */
export function useCompileCache(env: Environment): void {
  const cacheHome = env['XDG_CACHE_HOME'] ?? join(homeFolder(env), '.cache');
  if (env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return;
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable === 'function') {
    Reflect.apply(enable, nodeModule, [join(cacheHome, 'roundsman', 'compiled')]);
  }
}
