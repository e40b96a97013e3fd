/**
 * What runs of a workspace share of package downloads: contents that npm fetched, each named by the sha512 of its bytes.
 *
 * **Invariant:** no program of a run writes here. The set-up of a run sees each content as a link in its own cache; after
 * the set-up of a person's code we copy in what is new, and only where the bytes have the hash that they are named by. npm
 * finds a package by the hash in the lock file and checks its bytes again. Indexes, answers of registries, settings and
 * programs are not shared: nothing in them can be checked.
 */
import { join } from 'node:path';

import { inspectPath, makeFolder, removeTree, symlink } from '../platform/files.ts';
import { listHostile } from '../platform/hostile-paths.ts';
import { forAll, touchFile } from '../platform/many-files.ts';
import { copyByHash } from '../platform/read-untrusted.ts';
import { machinePaths } from '../store/machine-paths.ts';

export interface DownloadPlaces {
  readonly stateDir: string;
  /** `packages` of the run's paths. */
  readonly packages: string;
}

/** Of one set-up. */
const MOST_FILES = 50_000;
const MOST_BYTES = 4_000_000_000;
const MOST_BYTES_OF_ONE = 1_000_000_000;

export function sharedDownloads(stateDir: string): string {
  return join(machinePaths(stateDir).cache, 'downloads');
}

/** Before set-up: the run's npm has all that is shared. What a condition or a collector left of its own goes. */
export async function layOutDownloads({ stateDir, packages }: DownloadPlaces): Promise<void> {
  const shared = sharedDownloads(stateDir);
  const own = npmContents(packages);
  const contents = contentsIn(shared);
  // Its age is the time since a run last saw it: `roundsman gc` goes by that.
  await touchFile(shared);
  await removeTree(join(packages, 'npm'));
  for (const folder of new Set(contents.map(({ folder: one }) => one)))
    await makeFolder(join(own, folder), 0o700);
  await forAll(contents, async ({ folder, name }) =>
    symlink(join(shared, folder, name), join(own, folder, name)),
  );
}

/** After the set-up of a person's code, when nothing of it runs any more. Links are not followed: those are ours already. */
export async function keepDownloads({ stateDir, packages }: DownloadPlaces): Promise<void> {
  const own = npmContents(packages);
  if (!(await isPlainFolder(packages, own))) return;
  const shared = sharedDownloads(stateDir);
  let bytesLeft = MOST_BYTES;
  for (const { folder, name } of contentsIn(own).slice(0, MOST_FILES)) {
    if (bytesLeft <= 0) return;
    const to = join(shared, folder, name);
    await makeFolder(join(shared, folder), 0o700);
    bytesLeft -= await copyByHash(join(own, folder, name), to, {
      sha512: `${folder.replace('/', '')}${name}`,
      maxBytes: Math.min(bytesLeft, MOST_BYTES_OF_ONE),
    });
  }
}

interface Content {
  /** `ab/cd` */
  readonly folder: string;
  readonly name: string;
}

/** Plain files alone, by names that are hashes. */
function contentsIn(top: string): readonly Content[] {
  const found: Content[] = [];
  for (const first of foldersIn(top))
    for (const second of foldersIn(join(top, first))) {
      const folder = `${first}/${second}`;
      for (const { path: name, kind } of listHostile(join(top, folder)))
        if (kind === 'file' && /^[0-9a-f]{124}$/.test(name)) found.push({ folder, name });
    }
  return found;
}

function foldersIn(folder: string): readonly string[] {
  return listHostile(folder).flatMap(({ path, kind }) =>
    kind === 'folder' && /^[0-9a-f]{2}$/.test(path) ? [path] : [],
  );
}

/** What set-up ran could have put a link in place of any folder on the way. */
async function isPlainFolder(top: string, path: string): Promise<boolean> {
  let at = top;
  for (const part of path.slice(top.length + 1).split('/')) {
    at = join(at, part);
    if ((await inspectPath(at))?.kind !== 'folder') return false;
  }
  return true;
}

// Where package managers keep what they fetch, in a sandbox: a folder of the run's own, gone with its worktree. Settings,
// programs and indexes that something leaves there are never seen by another run; what runs share is `shared-downloads.ts`.

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
