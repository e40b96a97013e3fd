/**
 * `on.files`: changes in the working tree, together once it has been quiet. What git ignores and what we write do not
 * count. The folders are watched; where that fails, they are looked through every 30 s. Changes made while no daemon
 * runs do not count.
 */
import { dirname, join } from 'node:path';

import { listNewFolders, listWorkingFiles } from '../../git/list-working-files.ts';
import type { GitContext } from '../../git/run-git.ts';
import { inspectPath } from '../../platform/files.ts';
import { folderTree, type WatchedFolder, watchFolders } from '../../platform/folder-watch.ts';
import { sha256 } from '../../platform/hash.ts';
import type { RoutineId } from '../../words/ids.ts';
import { matchPaths, toPathspecs } from '../../words/path-globs.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { FilesTrigger } from '../../words/trigger.ts';
import type { EventIntake, TriggerSource, WatchParts } from '../contract.ts';
import { poller } from './now-and-then.ts';

// The files of a checkout that patterns are about, as they are now, and the folders in which they may come and go.

/** By path, relative to the root: what changes when the file does. */
type Snapshot = ReadonlyMap<string, string>;

interface WorkingFiles {
  readonly snapshot: Snapshot;
  readonly folders: readonly WatchedFolder[];
}

/** Written by us. */
const OURS = /^(?:\.git|reports)(?:\/|$)/;
const AT_ONCE = 64;

/** @param patterns those of each trigger; a file counts when one of them matches it */
async function readWorkingFiles(
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

function changedPaths(before: Snapshot, after: Snapshot): readonly string[] {
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

// In which folders something may match path patterns: those above what is literal in one, and all below it. Pure.

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

const POLL_MS = 30_000;
/** Where watching works, to be sure. */
const RARE_POLL_MS = 5 * 60_000;
const SETTLE_MS = 500;
/** In one event. */
const MAX_PATHS = 200;

type Parts = Pick<WatchParts, 'git' | 'intake' | 'clock' | 'warn'>;

interface Followed {
  readonly id: RoutineId;
  readonly trigger: FilesTrigger;
  readonly matches: (path: string) => boolean;
  readonly changed: Set<string>;
  /** Of the clock's monotonic time. */
  lastChange: number;
}

interface FilesSource extends TriggerSource {
  /** Looks now, whether or not a change was noticed. */
  look(): Promise<void>;
}

export function filesSource(parts: Parts): FilesSource {
  const { clock, intake } = parts;
  let followed: readonly Followed[] = [];
  const reader = changeReader(parts, () => {
    looks.wake();
  });
  const look = async (): Promise<void> => {
    if (followed.length === 0) return;
    const paths = await reader.changes(followed.map(({ trigger }) => trigger.paths));
    for (const each of followed) noteChanges(each, paths, clock.monotonic());
    for (const each of followed) await tellWhenQuiet({ intake, clock }, each);
  };
  const looks = poller(parts, {
    name: 'files',
    look,
    pollMs: () => {
      const waiting = followed.filter(({ changed }) => changed.size > 0);
      const rests = waiting.map((each) => restOf(each, clock.monotonic()));
      return Math.min(...rests, reader.watches() ? RARE_POLL_MS : POLL_MS);
    },
    settleMs: SETTLE_MS,
  });
  return {
    follow: async (routines) => {
      // For those that are followed already.
      if (followed.length > 0) await looks.lookAndWarn();
      const known = new Map(followed.map((each) => [keyOf(each), each]));
      followed = routines.flatMap(followedOf).map((each) => known.get(keyOf(each)) ?? each);
      reader.forget();
      if (followed.length === 0) return looks.pause();
      await looks.lookAndWarn();
      looks.start();
    },
    look: async () => looks.look(),
    close: async () => {
      await looks.stop();
      reader.close();
    },
  };
}

function followedOf({ id, enabled, triggers }: ScheduledRoutine): readonly Followed[] {
  if (!enabled) return [];
  return triggers.flatMap((trigger) =>
    trigger.kind === 'files'
      ? [
          {
            id,
            trigger,
            matches: matchPaths(trigger.paths),
            changed: new Set<string>(),
            lastChange: 0,
          },
        ]
      : [],
  );
}

function keyOf({ id, trigger }: Followed): string {
  return `${id} ${JSON.stringify(trigger)}`;
}

function noteChanges(each: Followed, paths: readonly string[], now: number): void {
  const own = paths.filter(each.matches);
  if (own.length === 0) return;
  for (const path of own) each.changed.add(path);
  each.lastChange = now;
}

function restOf({ trigger, lastChange }: Followed, now: number): number {
  return Math.max(0, lastChange + trigger.debounceMs - now);
}

async function tellWhenQuiet(
  { intake, clock }: { readonly intake: EventIntake; readonly clock: Parts['clock'] },
  each: Followed,
): Promise<void> {
  if (each.changed.size === 0 || restOf(each, clock.monotonic()) > 0) return;
  const paths = [...each.changed].toSorted();
  const text = JSON.stringify(paths.slice(0, MAX_PATHS), null, 2);
  await intake.deliver({
    kind: 'files',
    routine: each.id,
    id: `${clock.now().toISOString()}-${sha256(paths.join('\0')).slice(0, 12)}`,
    summary: summaryOf(paths),
    payload: new TextEncoder().encode(`${text}\n`),
  });
  each.changed.clear();
}

function summaryOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  const others = paths.length - 1;
  const more = others === 0 ? '' : ` and ${others} other file${others === 1 ? '' : 's'}`;
  return `${oneLine(first, 150)}${more} changed`;
}

/** Tells what changed between one look and the next; nothing at the first. */
function changeReader(
  { git }: Pick<Parts, 'git'>,
  onChange: () => void,
): {
  changes(patterns: readonly (readonly string[])[]): Promise<readonly string[]>;
  /** Whether the system tells of changes everywhere. */
  watches(): boolean;
  /** Other patterns may follow: their files are not new. */
  forget(): void;
  close(): void;
} {
  let known: Snapshot | null = null;
  let watching = false;
  let folderNames = '';
  const folders = watchFolders(onChange);
  return {
    changes: async (patterns) => {
      let read = await readWorkingFiles(git, patterns);
      watching = folders.set(read.folders);
      const names = read.folders.map(({ path, inode }) => `${path} ${inode}`).join('\n');
      // What came into a folder before it was watched would never be told of.
      if (names !== folderNames) read = await readWorkingFiles(git, patterns);
      folderNames = names;
      const changed = known === null ? [] : changedPaths(known, read.snapshot);
      known = read.snapshot;
      return changed;
    },
    watches: () => watching,
    forget: () => {
      known = null;
    },
    close: () => {
      folders.close();
    },
  };
}
