/**
 * What searching folders for credentials found, kept so that the next run need not search again. Good while no folder of the
 * tree changed: those near its top are compared at each start, all of them once some minutes have passed.
 */
import { basename, join } from 'node:path';

import { inspectPaths, makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { entriesOf, type FolderEntry, readSmallFile, realPath } from '../platform/real-paths.ts';
import {
  CREDENTIAL_RULES,
  isCredentialContent,
  isCredentialFolder,
  isCredentialGitConfig,
  isPublished,
  isTestFolder,
  judgeFileName,
} from './credential-names.ts';
import { isWithin } from './order-mounts.ts';

// Searches a folder that is to be shown in a sandbox for what must not be seen: credentials, and checkouts of other work.

interface SearchRequest {
  /** Absolute, with every link resolved. */
  readonly root: string;
  /** Whether checkouts in it are shown: the routine named the folder itself. */
  readonly checkouts: boolean;
  /** Folders that are empty inside whatever this finds. */
  readonly hidden: readonly string[];
}

interface Found {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

interface Search {
  readonly found: readonly Found[];
  /** Absolute paths, nearest first: while none of them changes, the same is found again. */
  readonly watched: readonly string[];
  /** False when a bound was reached: then the folder may hold more. */
  readonly complete: boolean;
}

const MAX_FOLDERS = 250_000;
const MAX_ENTRIES = 4_000_000;
/** Each costs a mount. */
const MAX_FOUND = 150;
/** More than a file of settings or keys has. */
const MAX_CONTENT = 1_000_000;

/** Breadth first, through no link. An entry that cannot be read outside cannot be read inside either. */
function searchCredentials({ root, checkouts, hidden }: SearchRequest): Search {
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

/* oxlint-disable-next-line eslint/max-params -- the walk, where it is, and what is there */
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

/* oxlint-disable-next-line eslint/max-params -- the walk, the file, and how it lies there */
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
/* oxlint-disable-next-line eslint/max-params -- the walk, the file, and what is asked of it */
function holds(walk: Walk, real: string, test: (text: string) => boolean): boolean {
  const text = readSmallFile(real, MAX_CONTENT);
  if (text === null || test(text)) return true;
  walk.checked.push(real);
  return false;
}

/* oxlint-disable-next-line eslint/max-params -- the walk, and what it found */
function cover(walk: Walk, path: string, kind: Found['kind']): void {
  const parts = path.split('/');
  const test = parts.slice(0, -1).findIndex(isTestFolder);
  if (test === -1) walk.found.set(path, kind);
  else walk.found.set(parts.slice(0, test + 1).join('/'), 'folder');
}

export interface SearchMemory {
  /** The cache folder of the workspace. */
  readonly cache: string;
  readonly now: Date;
}

export type SearchAnswer = { readonly found: readonly Found[]; readonly complete: boolean };

interface Remembered extends SearchAnswer {
  readonly key: string;
  /** Those that are compared each time. */
  readonly near: readonly string[];
  readonly nearMark: string;
  readonly allMark: string;
  /** When all were compared last, in ms since 1970. */
  readonly at: number;
}

/** Work of a person's has few folders and changes often; installed trees have thousands and hardly ever change. */
const NEAR_IN_WORK = 400;
const NEAR_INSTALLED = 16;
const ALL_AFTER_MS = 600_000;
const KEPT = 100;
const RULES = sha256(CREDENTIAL_RULES);

export interface RememberedRequest extends SearchRequest {
  /** Whether it is a user's own work, not installed software. */
  readonly isWork: boolean;
}

/** One answer for each request, in their order. What several ask for is searched once. */
export async function searchRemembering(
  requests: readonly RememberedRequest[],
  { cache, now }: SearchMemory,
): Promise<readonly SearchAnswer[]> {
  const known = await readAll(cache);
  const next = new Map(known);
  const answers: SearchAnswer[] = [];
  const answered = new Map<string, Remembered>();
  for (const request of requests) {
    const key = keyOf(request);
    const before = known.get(key);
    const found = answered.get(key) ?? (await answer(request, before, { cache, now }));
    answered.set(key, found);
    if (found !== before) {
      next.delete(key);
      next.set(key, found);
    }
    answers.push(found);
  }
  const isChanged = [...next].some(([key, one]) => known.get(key) !== one);
  if (isChanged) await writeDurably(fileOf(cache), JSON.stringify([...next.values()].slice(-KEPT)));
  return answers;
}

/* oxlint-disable-next-line eslint/max-params -- what, its last answer, and where */
async function answer(
  request: RememberedRequest,
  before: Remembered | undefined,
  { cache, now }: SearchMemory,
): Promise<Remembered> {
  const current = before === undefined ? null : await stillGood(cache, before, now);
  return current ?? searchAnew(cache, request, now);
}

/* oxlint-disable-next-line eslint/max-params -- where, what, and when */
async function stillGood(cache: string, before: Remembered, now: Date): Promise<Remembered | null> {
  if (marksOf(before.near) !== before.nearMark) return null;
  const age = now.getTime() - before.at;
  if (age >= 0 && age < ALL_AFTER_MS) return before;
  const all = await readTextIfThere(listOf(cache, before.key));
  if (all === null || marksOf(all.split('\n')) !== before.allMark) return null;
  return { ...before, at: now.getTime() };
}

/* oxlint-disable-next-line eslint/max-params -- where, what, and when */
async function searchAnew(
  cache: string,
  request: RememberedRequest,
  now: Date,
): Promise<Remembered> {
  const { found, watched, complete } = searchCredentials(request);
  const key = keyOf(request);
  const near = watched.slice(0, request.isWork ? NEAR_IN_WORK : NEAR_INSTALLED);
  // A line break in a name would make two of it: then it is searched each time.
  const list = watched.some((path) => path.includes('\n')) ? '' : watched.join('\n');
  await makeFolder(join(cache, 'searched'), 0o700);
  await writeDurably(listOf(cache, key), list);
  return {
    key,
    found,
    complete,
    near,
    nearMark: list === '' ? '' : marksOf(near),
    allMark: marksOf(watched),
    at: now.getTime(),
  };
}

function marksOf(paths: readonly string[]): string {
  const facts = inspectPaths(paths);
  return sha256(facts.map((one) => (one === null ? '' : `${one.inode} ${one.changedMs}`)).join());
}

function keyOf({ root, checkouts, hidden, isWork }: RememberedRequest): string {
  const inside = hidden.filter((folder) => folder.startsWith(`${root}/`));
  return sha256(JSON.stringify([root, checkouts, isWork, inside, RULES])).slice(0, 24);
}

function fileOf(cache: string): string {
  return join(cache, 'searched', 'found.json');
}

function listOf(cache: string, key: string): string {
  return join(cache, 'searched', `${key}.folders`);
}

/** By key, the latest last. What cannot be read is as if it were not there. */
async function readAll(cache: string): Promise<ReadonlyMap<string, Remembered>> {
  const value = tryParseJson((await readTextIfThere(fileOf(cache))) ?? '');
  const all = Array.isArray(value) ? value.filter(isRemembered) : [];
  return new Map(all.map((one) => [one.key, one]));
}

function isRemembered(value: unknown): value is Remembered {
  return (
    isRecord(value) &&
    typeof value['key'] === 'string' &&
    typeof value['complete'] === 'boolean' &&
    typeof value['nearMark'] === 'string' &&
    typeof value['allMark'] === 'string' &&
    typeof value['at'] === 'number' &&
    Array.isArray(value['near']) &&
    Array.isArray(value['found'])
  );
}
