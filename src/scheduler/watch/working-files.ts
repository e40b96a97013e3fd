/** The files of a checkout that patterns are about, as they are now, and the folders in which they may come and go. */
import { dirname, join } from 'node:path';

import { listNewFolders, listWorkingFiles } from '../../git/list-working-files.ts';
import type { GitContext } from '../../git/run-git.ts';
import { inspectPath } from '../../platform/files.ts';
import { folderTree, type WatchedFolder } from '../../platform/folder-watch.ts';
import { matchPaths, toPathspecs } from '../../words/path-globs.ts';

/** By path, relative to the root: what changes when the file does. */
export type Snapshot = ReadonlyMap<string, string>;

interface WorkingFiles {
  readonly snapshot: Snapshot;
  readonly folders: readonly WatchedFolder[];
}

/** Written by us. */
const OURS = /^(?:\.git|reports)(?:\/|$)/;
const AT_ONCE = 64;

/** @param patterns those of each trigger; a file counts when one of them matches it */
export async function readWorkingFiles(
  git: GitContext,
  patterns: readonly (readonly string[])[],
): Promise<WorkingFiles> {
  const wanted = patterns.flat().filter((pattern) => !pattern.startsWith('!'));
  const tests = patterns.map(matchPaths);
  const listed = await listWorkingFiles(toPathspecs(wanted), git);
  const paths = listed.filter((path) => !OURS.test(path) && tests.some((test) => test(path)));
  const holds = couldHold(wanted);
  const newFolders = (await listNewFolders(git)).filter((path) => !OURS.test(path));
  const inNew = await Promise.all(
    newFolders.filter(holds).map(async (path) => folderTree(join(git.cwd, path), holdsNone)),
  );
  const above = await inspectFolders(git.cwd, [
    ...foldersAbove([...paths, ...wanted.map(somethingIn)]),
  ]);
  return {
    snapshot: await signaturesOf(git.cwd, paths),
    folders: [...new Map([...above, ...inNew.flat()].map((one) => [one.path, one])).values()],
  };
}

export function changedPaths(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

/** Of a new project, what it is made of is not watched file by file. */
function holdsNone(name: string): boolean {
  return name === 'node_modules' || name === '.git';
}

/** Any path below what is literal in a pattern. */
function somethingIn(pattern: string): string {
  return [...literalParts(pattern), 'x'].join('/');
}

/** The root is `.`. */
function foldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set(['.']);
  for (const path of paths) {
    for (let at = dirname(path); !folders.has(at) && at !== '/'; at = dirname(at)) folders.add(at);
  }
  return folders;
}

async function inspectFolders(
  root: string,
  folders: readonly string[],
): Promise<readonly WatchedFolder[]> {
  const found = await inBatches(folders, async (folder) => {
    const path = join(root, folder);
    const facts = await inspectPath(path);
    return facts?.kind === 'folder' ? [{ path, inode: facts.inode }] : [];
  });
  return found.flat();
}

async function signaturesOf(root: string, paths: readonly string[]): Promise<Snapshot> {
  const found = await inBatches(
    paths,
    async (path): Promise<readonly (readonly [string, string])[]> => {
      const facts = await inspectPath(join(root, path));
      if (facts === null || facts.kind === 'folder') return [];
      return [[path, `${facts.mtimeMs} ${facts.size} ${facts.inode}`]];
    },
  );
  return new Map(found.flat());
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const done: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return done;
}

/** In which folders something may match path patterns: those above what is literal in one, and all below it. Pure. */

/** @param patterns gitignore-like, none of them negated @returns whether a path in the folder could match, by its path */
function couldHold(patterns: readonly string[]): (folder: string) => boolean {
  const literals = patterns.map(literalParts);
  return (folder) => {
    const parts = folder.split('/');
    return literals.some((literal) =>
      literal.slice(0, parts.length).every((part, index) => part === parts[index]),
    );
  };
}

/** Empty for a pattern that may match anywhere. */
function literalParts(pattern: string): readonly string[] {
  const body = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  if (!body.includes('/')) return [];
  const parts = body.replace(/^\//, '').split('/');
  const wild = parts.findIndex((part) => /[*?[\\]/.test(part));
  return wild === -1 ? parts : parts.slice(0, wild);
}
