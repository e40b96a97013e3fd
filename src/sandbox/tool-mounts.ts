/**
 * Programs that are not the system's: what PATH names under the home folder or in a place of its own, with the
 * libraries beside it, all read-only. Never a folder that holds more than a tool, and nothing of the user's checkout.
 * What lies in these folders and is a credential is covered later (`cover-credentials.ts`).
 */
import { basename, delimiter, dirname, isAbsolute, join, normalize } from 'node:path';

import { inspectPaths } from '../platform/files.ts';
import { entriesOf, realPath, linkText } from '../platform/read-now.ts';
import type { Mount } from './contract.ts';
import { isWithin } from './order-mounts.ts';

export interface ToolSearch {
  /** As PATH is written. */
  readonly path: string;
  /** With every link resolved; `null` when there is none. */
  readonly home: string | null;
  /** Absolute paths of programs that are needed wherever they are. */
  readonly programs: readonly string[];
  /** Folders of which nothing may be seen. */
  readonly hidden: readonly string[];
  /** What the sandbox has anyway. */
  readonly system: readonly Mount[];
}

export function toolMounts(search: ToolSearch): readonly Mount[] {
  const folders = search.path.split(delimiter).filter((folder) => isAbsolute(folder));
  const shown = [...new Set(folders.map((folder) => normalize(folder).replace(/(?<=.)\/$/, '')))];
  return [
    ...shown.flatMap((folder) => folderMounts(folder, search)),
    ...search.programs.flatMap((program) => programMounts(program, search)),
  ];
}

/** One program: itself, and the package or distribution that it is a part of. */
export function programMounts(program: string, search: ToolSearch): readonly Mount[] {
  const real = realPath(program);
  if (real === null || isSystem(real, search)) return [];
  const mounts = packagePartsOf(real, search).map((path): Mount => ({ kind: 'read', path }));
  if (real !== program && !isSystem(program, search))
    mounts.push({ kind: 'read', path: program, from: real });
  return mounts;
}

function folderMounts(folder: string, search: ToolSearch): readonly Mount[] {
  const real = realPath(folder);
  if (real === null || isHidden(real, search)) return [];
  const alias: readonly Mount[] =
    real === folder || isSystem(folder, search) ? [] : [{ kind: 'read', path: folder, from: real }];
  if (isSystem(real, search)) return alias;
  const roots = prefixOf(real, search).filter((root) => isTool(root, search));
  const linked = entriesOf(real).flatMap(({ name, isLink }) =>
    isLink ? linkedMounts(join(real, name), search) : [],
  );
  return [...roots.map((path): Mount => ({ kind: 'read', path })), ...linked, ...alias];
}

/** What a link in a folder of programs leads to. */
function linkedMounts(link: string, search: ToolSearch): readonly Mount[] {
  const real = realPath(link);
  if (real === null || isSystem(real, search) || isHidden(real, search)) return [];
  return packagePartsOf(real, search).map((path): Mount => ({ kind: 'read', path }));
}

/** What stands beside `bin` and belongs to its programs. Never `etc`, where settings and tokens are, nor the rest. */
const BESIDE = ['lib', 'lib64', 'libexec', 'include', 'conf', 'boot', 'jmods', 'legal', 'share'];
/** Plain files that only the root of one distribution has: of Java, Go, a Python environment, conda, Node. */
const MARKS = ['release', 'VERSION', 'pyvenv.cfg', 'conda-meta/history', 'bin/node'];
/** What such a distribution has besides. */
const OF_DISTRIBUTION = [
  'bin',
  'sbin',
  'jre',
  'ssl',
  'platform',
  'release',
  'VERSION',
  'pyvenv.cfg',
];
/** Compilers keep the system that they build for in it: `x86_64-conda-linux-gnu`. */
const TARGET = /^[\w-]+-linux-gnu\w*$/;
/** Go compiles its own library from its sources. */
const OF_GO = ['src', 'pkg', 'api', 'misc', 'go.env'];

function prefixOf(folder: string, search: ToolSearch): readonly string[] {
  const prefix = dirname(folder);
  const name = basename(folder);
  // Shims start what lies in the same manager's folder.
  if ((name === 'shims' || basename(prefix) === '.volta') && isTool(prefix, search))
    return [prefix];
  if (name !== 'bin' && name !== 'sbin') return [folder];
  // The proxies of rustup start what lies in its own folder.
  const rustup = isThere([join(folder, 'rustup')])
    ? presentIn(join(prefix, '..', '.rustup'), ['toolchains', 'settings.toml'])
    : [];
  const beside = prefix === search.home ? [] : partsOf(prefix, search);
  return [folder, ...beside.filter((path) => path !== folder), ...rustup];
}

/** Of a prefix or distribution what its programs need. */
function partsOf(prefix: string, search: ToolSearch): readonly string[] {
  const isDistribution = isTool(prefix, search) && isMarked(prefix);
  const names = [
    ...(isDistribution ? [...OF_DISTRIBUTION, ...targetsIn(prefix)] : []),
    ...(isDistribution && isThere([join(prefix, 'bin/go')]) ? OF_GO : []),
    // In ~/.local it holds whatever programs keep there, passwords among it.
    ...BESIDE.filter((name) => name !== 'share' || basename(prefix) !== '.local'),
  ];
  return presentIn(prefix, names);
}

/**
 * The parts of the nearest enclosing package or environment to show, as installed; the file alone when there is none. Of a
 * checkout of a user's work, only the folder that contains the program is shown.
 */
function packagePartsOf(file: string, search: ToolSearch): readonly string[] {
  const modules = /^(.*?\/node_modules)\//.exec(file)?.[1];
  if (modules !== undefined && isTool(modules, search)) return [modules];
  const own = dirname(file);
  for (let folder = own; isTool(folder, search); folder = dirname(folder)) {
    if (isThere([join(folder, '.git')])) return [folder === own ? file : own];
    // Packages may have files with the names of marks.
    if (isThere([join(folder, 'package.json')])) return [folder];
    if (isMarked(folder))
      return [...new Set([...partsOf(folder, search), folder === own ? file : own])];
  }
  return [file];
}

function isMarked(folder: string): boolean {
  return inspectPaths(MARKS.map((mark) => join(folder, mark))).some((one) => one?.kind === 'file');
}

function targetsIn(prefix: string): readonly string[] {
  return entriesOf(prefix).flatMap(({ name, isFolder }) =>
    isFolder && TARGET.test(name) ? [name] : [],
  );
}

function presentIn(folder: string, names: readonly string[]): readonly string[] {
  const paths = names.map((name) => join(folder, name));
  const facts = inspectPaths(paths);
  return paths.filter((_path, index) => facts[index] !== null);
}

function isThere(paths: readonly string[]): boolean {
  return inspectPaths(paths).some((facts) => facts !== null);
}

const SHARED = ['.local', '.local/share', '.local/bin', '.config', '.cache'];

/** Whether a folder may be shown whole: not one that holds the home folder, or other things of the user's. */
function isTool(folder: string, search: ToolSearch): boolean {
  if (dirname(folder) === '/' || isHidden(folder, search)) return false;
  const { home } = search;
  if (home === null) return true;
  if (isWithin(folder, home)) return false;
  return folder === join(home, '.local/bin') || !SHARED.some((name) => folder === join(home, name));
}

/** A checkout that is the home folder, or holds it, does not hide the tools in it. */
export function isHidden(path: string, { hidden, home }: ToolSearch): boolean {
  return hidden.some(
    (folder) => isWithin(folder, path) && (home === null || !isWithin(folder, home)),
  );
}

/** Whether the sandbox shows it without any mount of a tool. */
export function isSystem(path: string, { system }: ToolSearch): boolean {
  const isIn = (mount: Mount): boolean => isWithin(mount.path, path);
  const isCovered = system.some((mount) => mount.kind === 'empty' && isIn(mount));
  return !isCovered && system.some((mount) => mount.kind !== 'empty' && isIn(mount));
}

// The part of the system that programs need to run at all: an allowlist, read-only.

/** `/bin` and its like are links into `/usr` on most systems, and folders on some. */
const FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  // Where some systems keep all their programs.
  '/nix/store',
  '/gnu/store',
];

/**
 * What `/usr` and `/usr/local` have for programs. The rest (`etc` with tokens, `src` with a user's project, …) is covered,
 * but for distributions of their own below `/usr/local` (Go, CUDA, Rust), which have `bin` or `toolchains`.
 */
const PARTS =
  /^(?:bin|sbin|games|include|lib|lib32|lib64|libx32|libexec|local|man|share|X11R6|[\w-]+-linux-[\w-]+)$/;
const PARTS_OF_DISTRIBUTION = ['bin', 'toolchains'];

/** Folders of the system that hold what administrators installed themselves: searched for credentials. */
export const INSTALLED_BY_HAND = ['/usr/local', '/usr/lib/node_modules'];

/** Empty, writable, and gone with the program. */
const PASSING = ['/run', '/tmp', '/var/tmp'];

export function systemMounts(): readonly Mount[] {
  return [
    ...FOLDERS.flatMap(folderMount),
    ...['/usr', '/usr/local'].flatMap(coveredParts),
    ...PASSING.map((path): Mount => ({ kind: 'empty', path })),
  ];
}

function folderMount(path: string): readonly Mount[] {
  const to = linkText(path);
  if (to !== null) return [{ kind: 'link', path, to }];
  return inspectPaths([path])[0]?.kind === 'folder' ? [{ kind: 'read', path }] : [];
}

function coveredParts(prefix: string): readonly Mount[] {
  return entriesOf(prefix).flatMap(({ name, isFolder }): readonly Mount[] => {
    const path = join(prefix, name);
    if (!isFolder || PARTS.test(name)) return [];
    const isDistribution =
      prefix !== '/usr' &&
      PARTS_OF_DISTRIBUTION.some((part) => inspectPaths([join(path, part)])[0]);
    const isEmpty = entriesOf(path).length === 0;
    return isDistribution || isEmpty ? [] : [{ kind: 'empty', path, closed: true }];
  });
}
