/**
 * Where package managers keep what they fetched: one folder a workspace, filled by set-up, read by what comes after.
 * Nothing else is kept from run to run, and no cache of the user's own is touched.
 */
import { join } from 'node:path';

import { workspacePaths } from '../../store/state-paths.ts';
import type { Purpose } from './contract.ts';

/** Each tool's own variable, and its folder below ours. Pure caches only: none that settings are read from. */
const VARIABLES: Readonly<Record<string, string>> = {
  npm_config_cache: 'npm',
  YARN_CACHE_FOLDER: 'yarn',
  // npm would warn of the name that older versions of pnpm read.
  pnpm_config_store_dir: 'pnpm',
  COREPACK_HOME: 'corepack',
  BUN_INSTALL_CACHE_DIR: 'bun',
  DENO_DIR: 'deno',
  PIP_CACHE_DIR: 'pip',
  UV_CACHE_DIR: 'uv',
  POETRY_CACHE_DIR: 'poetry',
  CARGO_HOME: 'cargo',
  GOMODCACHE: 'go-mod',
  BUNDLE_USER_CACHE: 'bundle',
  COMPOSER_CACHE_DIR: 'composer',
  NUGET_PACKAGES: 'nuget',
};

export function packageCacheFolder(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'packages');
}

/** Only set-up fills it: what an agent could put there, a later run would install. */
export function fillsCaches(purpose: Purpose): boolean {
  return purpose === 'setup';
}

/**
 * @param folder from `packageCacheFolder`
 * @param temporary the run's own; caches that are made while working (of compilers) go there
 */
export function cacheVariables(
  folder: string,
  temporary: string,
): Readonly<Record<string, string>> {
  const packages: Record<string, string> = {};
  for (const [name, path] of Object.entries(VARIABLES)) packages[name] = join(folder, path);
  return { ...packages, XDG_CACHE_HOME: join(temporary, 'cache') };
}
