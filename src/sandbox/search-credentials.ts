/** Searches a folder that is to be shown in a sandbox for what must not be seen: credentials, and checkouts of other work. */
import { basename, join } from 'node:path';

import { entriesOf, readSmallFile, realPath, type FolderEntry } from '../platform/read-now.ts';
import {
  isCredentialContent,
  isCredentialFolder,
  isCredentialGitConfig,
  isPublished,
  isTestFolder,
  judgeFileName,
} from './credential-names.ts';
import { isWithin } from './order-mounts.ts';

export interface SearchRequest {
  /** Absolute, with every link resolved. */
  readonly root: string;
  /** Whether checkouts in it are shown: the routine named the folder itself. */
  readonly checkouts: boolean;
  /** Folders that are empty inside whatever this finds. */
  readonly hidden: readonly string[];
}

export interface Found {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

export interface Search {
  readonly found: readonly Found[];
  /** Absolute paths, nearest first: while none of them changes, the same is found again. */
  readonly watched: readonly string[];
  /** False when a bound was reached: then the folder may hold more. */
  readonly complete: boolean;
}

const MAX_FOLDERS = 250_000;
const MAX_ENTRIES = 4_000_000;
/** Each costs a mount. */
export const MAX_FOUND = 150;
/** More than a file of settings or keys has. */
const MAX_CONTENT = 1_000_000;

/** Breadth first, through no link. An entry that cannot be read outside cannot be read inside either. */
export function searchCredentials({ root, checkouts, hidden }: SearchRequest): Search {
  // The plugins of version managers are checkouts, and their shims need them.
  const isManager = entriesOf(root).some(({ name }) => name === 'shims');
  const walk: Walk = {
    root,
    hidden,
    checkouts,
    isManager,
    found: new Map(),
    folders: [''],
    checked: [],
  };
  let entries = 0;
  for (let at = 0; at < walk.folders.length; at += 1) {
    const folder = walk.folders[at] ?? '';
    const inside = entriesOf(root + folder);
    entries += inside.length;
    if (walk.folders.length > MAX_FOLDERS || entries > MAX_ENTRIES || walk.found.size > MAX_FOUND)
      return { found: [], watched: [root], complete: false };
    judgeFolder(walk, folder, inside);
  }
  const found = [...walk.found].map(([path, kind]) => ({ path: path.slice(1), kind }));
  const outer = found.filter(({ path }) => !found.some((one) => path.startsWith(`${one.path}/`)));
  const watched = [...walk.folders.map((folder) => root + folder), ...walk.checked];
  return { found: outer, watched, complete: true };
}

interface Walk extends SearchRequest {
  readonly isManager: boolean;
  /** By path, which is the root's or begins with a slash. */
  readonly found: Map<string, Found['kind']>;
  /** The same kind of paths; grows while it is walked. */
  readonly folders: string[];
  /** Absolute paths of files whose content was read and holds nothing. */
  readonly checked: string[];
}

function judgeFolder(walk: Walk, folder: string, inside: readonly FolderEntry[]): void {
  const git = walk.checkouts ? undefined : inside.find(({ name }) => name === '.git');
  if (git !== undefined && folder !== '' && !walk.isManager) {
    cover(walk, folder, 'folder');
    return;
  }
  if (git !== undefined && (!walk.isManager || holdsGitCredential(walk, folder)))
    cover(walk, `${folder}/.git`, git.isFolder ? 'folder' : 'file');
  const parent = basename(walk.root + folder);
  for (const { name, isFolder, isLink } of inside) {
    const path = `${folder}/${name}`;
    if (name === '.git' && git !== undefined) continue;
    if (!isFolder) judgeFile(walk, path, { name, parent, isLink });
    else if (isCredentialFolder(name, parent)) cover(walk, path, 'folder');
    else if (!walk.hidden.includes(walk.root + path) && !isPublished(walk.root + path))
      walk.folders.push(path);
  }
}

function judgeFile(
  walk: Walk,
  path: string,
  {
    name,
    parent,
    isLink,
  }: { readonly name: string; readonly parent: string; readonly isLink: boolean },
): void {
  const verdict = judgeFileName(name, parent);
  if (verdict === 'no') return;
  // The link itself cannot be covered. What it leads to is seen only where that is shown too.
  const real = isLink ? realPath(walk.root + path) : walk.root + path;
  if (real === null || !isWithin(walk.root, real)) return;
  if (verdict === 'by-content' && !holds(walk, real, (text) => isCredentialContent(name, text)))
    return;
  cover(walk, real.slice(walk.root.length), 'file');
}

/** Where `.git` is a file, what it names is somewhere else. */
function holdsGitCredential(walk: Walk, folder: string): boolean {
  return holds(walk, join(walk.root + folder, '.git/config'), isCredentialGitConfig);
}

/** What is too large to be a file of settings, or is not a file, holds something. */
function holds(walk: Walk, real: string, test: (text: string) => boolean): boolean {
  const text = readSmallFile(real, MAX_CONTENT);
  if (text === null || test(text)) return true;
  walk.checked.push(real);
  return false;
}

function cover(walk: Walk, path: string, kind: Found['kind']): void {
  const parts = path.split('/');
  const test = parts.slice(0, -1).findIndex(isTestFolder);
  if (test === -1) walk.found.set(path, kind);
  else walk.found.set(parts.slice(0, test + 1).join('/'), 'folder');
}
