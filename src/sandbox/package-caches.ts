/**
 * Where package managers keep what they fetch, in a sandbox: a folder of the run's own, gone with its worktree. Settings,
 * programs and indexes that something leaves there are never seen by another run; what runs share is `shared-downloads.ts`.
 */
import { join } from 'node:path';

/** Each tool's own variable, and its folder below the run's. */
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

export interface CacheFolders {
  /** `packages` of the run's paths. */
  readonly packages: string;
  /** `temporary` of the run's paths; caches that are made while working (of compilers) go there. */
  readonly temporary: string;
}

export function cacheVariables({
  packages,
  temporary,
}: CacheFolders): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const [name, path] of Object.entries(VARIABLES)) variables[name] = join(packages, path);
  return { ...variables, XDG_CACHE_HOME: join(temporary, 'cache') };
}

/** Where npm of a run keeps contents, named by their sha512: `ab/cd/ef01…`. */
export function npmContents(packages: string): string {
  return join(packages, 'npm', '_cacache', 'content-v2', 'sha512');
}
