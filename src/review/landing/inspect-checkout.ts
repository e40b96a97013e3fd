/** Whether a change fits into a checkout as it is now, without anything of the person's being touched. Reads only. */
import { join } from 'node:path';

import { type TreeChange, diffTrees } from '../../git/diff-trees.ts';
import { dirtyPaths } from '../../git/dirty-paths.ts';
import { gitIn, type GitCall, sealedEnvironment } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import { settingsAsEnvironment } from '../../git/stream-git.ts';
import { inspectPath, makeTemporaryFolder, removeTree } from '../../platform/files.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Desk } from './desk.ts';
import type { CheckoutPlace } from './place-of-target.ts';

export type CheckoutLook =
  | { readonly kind: 'fits' }
  /** Dirty, or not known to git and there: sorted. */
  | { readonly kind: 'dirty'; readonly paths: readonly string[] }
  /** This file system takes two of its names for one. */
  | { readonly kind: 'colliding'; readonly paths: readonly (readonly [string, string])[] }
  /** A program of the person's settings would be started on them: `filter` is its name. */
  | { readonly kind: 'driven'; readonly paths: readonly string[]; readonly filter: string };

export interface CheckoutQuestion {
  readonly checkout: CheckoutPlace;
  readonly changes: readonly TreeChange[];
  readonly to: CommitSha;
}

export async function inspectCheckout(
  desk: Desk,
  { checkout, changes, to }: CheckoutQuestion,
): Promise<CheckoutLook> {
  const context = { cwd: checkout.folder, env: desk.workspace.gitEnv };
  const changed = changes.map(({ path }) => path);
  const dirty = pathsInTheWay(changed, await dirtyPaths(context));
  const unknown = await unknownInTheWay(desk, { checkout, changes, to });
  const paths = [...new Set([...dirty, ...unknown])].toSorted();
  if (paths.length > 0) return { kind: 'dirty', paths };
  const colliding = await collisions(desk, { checkout, changes, to });
  if (colliding.length > 0) return { kind: 'colliding', paths: colliding };
  const driven = await drivenPaths(desk, { checkout, changes, to });
  return driven ?? { kind: 'fits' };
}

/** What is on disk where the change makes something: untracked or ignored, git's own refusal would not name the latter. */
async function unknownInTheWay(
  desk: Desk,
  { checkout: { folder }, changes }: CheckoutQuestion,
): Promise<readonly string[]> {
  const added = changes.filter(({ status }) => status === 'A').map(({ path }) => path);
  if (added.length === 0) return [];
  const removed = new Set(changes.filter(({ status }) => status === 'D').map(({ path }) => path));
  const above = [...new Set(added.flatMap((path) => foldersOf(path)))];
  const facts = await Promise.all(
    [...added, ...above].map((path) => inspectPath(join(folder, path))),
  );
  const there = [...added, ...above].filter((path, index) => {
    const kind = facts[index]?.kind;
    return kind !== undefined && !removed.has(path) && !(kind === 'folder' && above.includes(path));
  });
  const found = await Promise.all(there.map((path) => untracked(desk, folder, path)));
  return found.flat();
}

/** The path itself, or what is in the folder of that name; empty where git knows all of it. */
async function untracked(desk: Desk, folder: string, path: string): Promise<readonly string[]> {
  const git = gitIn({ cwd: folder, env: { ...desk.workspace.gitEnv, GIT_LITERAL_PATHSPECS: '1' } });
  const { stdout } = await git(['ls-files', '-z', '--others', '--', path]);
  const others = stdout.split('\0').filter((one) => one !== '');
  if (others.length > 0) return others.slice(0, 20);
  const { stdout: known } = await git(['ls-files', '-z', '--cached', '--', path]);
  // Neither: an empty folder, or a name that this file system takes for another one's.
  const facts = await inspectPath(join(folder, path));
  return known === '' && facts?.kind !== 'folder' ? [path] : [];
}

async function collisions(
  desk: Desk,
  { checkout, changes, to }: CheckoutQuestion,
): Promise<readonly (readonly [string, string])[]> {
  const git = gitIn({ cwd: checkout.folder, env: desk.workspace.gitEnv });
  const asked = await git(['config', '--type=bool', '--get', 'core.ignorecase'], {
    okExitCodes: [0, 1],
  });
  if (asked.stdout.trim() !== 'true') return [];
  const added = changes.filter(({ status }) => status !== 'D').map(({ path }) => path);
  const { stdout } = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', to]);
  return collidingPaths(
    added,
    stdout.split('\0').filter((path) => path !== ''),
  );
}

/**
 * Which changed paths go through a program of the person's settings (`filter.<name>.smudge`, as of large files kept
 * elsewhere). A branch of an agent may name it in its `.gitattributes`: it is not started on what an agent wrote.
 */
interface DrivenQuestion {
  readonly checkout: CheckoutPlace;
  readonly changes: readonly TreeChange[];
  readonly to: CommitSha;
}

interface DrivenPaths {
  readonly kind: 'driven';
  readonly paths: readonly string[];
  readonly filter: string;
}

/** `null`: none. By the attributes that hold there now, and by those that come with the change. */
async function drivenPaths(
  desk: Desk,
  { checkout, changes, to }: DrivenQuestion,
): Promise<DrivenPaths | null> {
  const git = gitIn({ cwd: checkout.folder, env: desk.workspace.gitEnv });
  const programs = await filtersSet(git);
  if (programs.size === 0) return null;
  const paths = changes.map(({ path }) => path);
  const folder = await makeTemporaryFolder('roundsman-attributes-');
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await git(['read-tree', to], { env });
    const found = [
      ...(await filtersOf(git, paths, [])),
      ...(await filtersOf(git, paths, ['--cached'], env)),
    ].filter(({ filter }) => programs.has(filter));
    const [first] = found;
    if (first === undefined) return null;
    const { filter } = first;
    const driven = found.filter((one) => one.filter === filter).map(({ path }) => path);
    return { kind: 'driven', filter, paths: [...new Set(driven)].toSorted() };
  } finally {
    await removeTree(folder);
  }
}

async function filtersSet(git: GitCall): Promise<ReadonlySet<string>> {
  const asked = await git(
    [
      'config',
      '-z',
      '--name-only',
      '--get-regexp',
      String.raw`^filter\..*\.(smudge|process|clean)$`,
    ],
    { okExitCodes: [0, 1] },
  );
  const keys = asked.stdout.split('\0').filter((key) => key !== '');
  return new Set(keys.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))));
}

/* oxlint-disable-next-line eslint/max-params -- git, of what, and by which attributes */
async function filtersOf(
  git: GitCall,
  paths: readonly string[],
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly { readonly path: string; readonly filter: string }[]> {
  const { stdout } = await git(['check-attr', ...flags, '-z', '--stdin', 'filter'], {
    stdin: paths.map((path) => `${path}\0`).join(''),
    env,
  });
  const words = stdout.split('\0');
  const found: { readonly path: string; readonly filter: string }[] = [];
  for (let at = 0; at + 3 <= words.length; at += 3)
    found.push({ path: words[at] ?? '', filter: words[at + 2] ?? '' });
  return found;
}

// Which paths of a change a checkout has other plans with. Pure.

/** `a/b` stands in the way of `a` and of `a/b/c`, as a file cannot be where a folder is. Sorted, of `theirs`. */
export function pathsInTheWay(
  changed: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const whole = new Set(changed);
  const above = new Set(changed.flatMap((path) => foldersOf(path)));
  return theirs
    .filter(
      (path) =>
        whole.has(path) || above.has(path) || foldersOf(path).some((folder) => whole.has(folder)),
    )
    .toSorted();
}

/** `a/b/c` → `a/b`, `a`. */
export function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    folders.push(path.slice(0, at));
  return folders;
}

/** Paths that a file system takes for one where it does not tell upper case from lower; each pair once. */
function collidingPaths(
  changed: readonly string[],
  all: readonly string[],
): readonly (readonly [string, string])[] {
  const names = new Map<string, string>();
  const pairs: (readonly [string, string])[] = [];
  const touched = new Set(changed.flatMap((path) => [path, ...foldersOf(path)]));
  for (const path of new Set(all.flatMap((one) => [one, ...foldersOf(one)]))) {
    const key = path.normalize('NFC').toLowerCase();
    const other = names.get(key);
    if (other === undefined) names.set(key, path);
    else if (touched.has(path) || touched.has(other)) pairs.push([other, path]);
  }
  return pairs;
}

// Every path that differs between two commits.

/** Of the user's repository. */
export async function changesBetween(
  { workspace }: Desk,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> {
  const { gitDir } = workspace.location;
  const env = { ...sealedEnvironment(workspace.gitEnv), GIT_DIR: gitDir };
  return changesIn({ cwd: gitDir, env }, { from, to });
}

/** @param scratch a repository of ours */
export async function changesIn(
  scratch: GitContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly TreeChange[]> {
  const env = { ...scratch.env, ...settingsAsEnvironment() };
  const { changes } = await diffTrees({ ...scratch, env }, { from, to, most: Infinity });
  return changes;
}
