/**
 * Puts right what a git left that was killed, or had no room, while it moved a checkout from one commit to another. Before
 * it began none of these paths was dirty: what is there now and is neither the one nor the other, nor the beginning of it, is
 * a person's work of since, and stays.
 */
import { Buffer } from 'node:buffer';
import { dirname, join } from 'node:path';

import type { TreeChange } from '../../git/diff-trees.ts';
import { runGitBytes } from '../../git/git-bytes.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  inspectPath,
  removeEmptyFolder,
  removeTree,
  readBytes,
  readlink,
} from '../../platform/files.ts';
import { gitBlobId } from '../../platform/hash.ts';
import { readProcessTable, listProcessPlaces } from '../../platform/process-tree.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Desk } from './desk.ts';
import { foldersOf } from './inspect-checkout.ts';
import type { CheckoutPlace } from './place-of-target.ts';

export interface Healing {
  /** Of the landing. */
  readonly id: string;
  readonly checkout: CheckoutPlace;
  /** Where the ref stands, and what the checkout is to be again. */
  readonly now: CommitSha;
  /** Where it was being moved. */
  readonly other: CommitSha;
  /** From one to the other, whichever way. */
  readonly changes: readonly TreeChange[];
  /** From which of them the changes lead. */
  readonly from: CommitSha;
}

export type Healed =
  /** It is as `now` says. */
  | { readonly kind: 'healed' }
  /** Files and index are as `other` says: only the ref is missing. */
  | { readonly kind: 'complete' }
  /** Everything else is as `now` says; what the index says of these, or what is in them, is a person's. */
  | { readonly kind: 'foreign'; readonly paths: readonly string[] }
  /** git is still at it, or holds the lock of the index. */
  | { readonly kind: 'busy'; readonly why: string };

export async function healCheckout(desk: Desk, healing: Healing): Promise<Healed> {
  const { checkout, id } = healing;
  const { clock, gitEnv } = desk.workspace;
  if (!(await hasEnded(id, clock)))
    return { kind: 'busy', why: `git is still moving ${checkout.folder}` };
  if (!(await removeDeadLock(checkout)))
    return { kind: 'busy', why: `git's index is locked: ${join(checkout.gitDir, 'index.lock')}` };
  const place = { cwd: checkout.folder, env: gitEnv };
  const git = gitIn(place);
  const sides = sidesOf(healing).filter(({ now, other }) => !isModule(now) && !isModule(other));
  const index = await readIndex(git);
  const staged = sides.filter((side) => !same(index.get(side.path) ?? null, side.now));
  if (sides.length > 0 && sides.every(({ path, other }) => same(index.get(path) ?? null, other)))
    return { kind: 'complete' };
  const mine = sides.filter((side) => !staged.includes(side));
  const files = await Promise.all(mine.map((side) => stateOfPath(place, side)));
  const half = mine.filter((_side, at) => files[at] === 'other');
  const blocked = await restore(git, checkout.folder, half);
  const foreign = mine.filter((_side, at) => files[at] === 'foreign');
  const paths = [...staged, ...foreign, ...blocked].map(({ path }) => path).toSorted();
  return paths.length === 0 ? { kind: 'healed' } : { kind: 'foreign', paths };
}

function sidesOf({ changes, now, from }: Healing): readonly Side[] {
  return changes.map(({ path, oldMode, oldId, newMode, newId }) => {
    const old = entryOf(oldMode, oldId);
    const young = entryOf(newMode, newId);
    return now === from ? { path, now: old, other: young } : { path, now: young, other: old };
  });
}

function entryOf(mode: string, id: string): Entry | null {
  return mode === '000000' ? null : { mode, id };
}

function isModule(entry: Entry | null): boolean {
  return entry?.mode === '160000';
}

function same(a: Entry | null, b: Entry | null): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}

async function readIndex(git: GitCall): Promise<ReadonlyMap<string, Entry>> {
  const { stdout } = await git(['ls-files', '-z', '--stage', '--full-name']);
  return new Map(
    stdout.split('\0').flatMap((line): readonly (readonly [string, Entry])[] => {
      const match = /^(\d{6}) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line);
      if (match === null) return [];
      const [, mode = '', id = '', stage = '', path = ''] = match;
      // A path with an unresolved conflict matches no entry: only the person who resolves it may change it.
      return [[path, { mode, id: stage === '0' ? id : `${id} ${stage}` }]];
    }),
  );
}

/**
 * What is to go first: a file may stand where a folder was. Gives those that a folder with something else in it is in the
 * way of.
 */
async function restore(
  git: GitCall,
  folder: string,
  half: readonly Side[],
): Promise<readonly Side[]> {
  for (const { path } of half.filter(({ now }) => now === null)) {
    await removeTree(join(folder, path));
    for (let above = dirname(path); above !== '.'; above = dirname(above))
      if (!(await removeEmptyFolder(join(folder, above)))) break;
  }
  const back = half.filter(({ now }) => now !== null);
  const facts = await Promise.all(back.map(({ path }) => inspectPath(join(folder, path))));
  const free = back.filter((_side, at) => facts[at]?.kind !== 'folder');
  const stdin = free.map(({ path }) => `${path}\0`).join('');
  if (free.length > 0) await git(['checkout-index', '--force', '-u', '-z', '--stdin'], { stdin });
  return back.filter((side) => !free.includes(side));
}

/** True when there is none, or it was left by one that died. */
async function removeDeadLock({ folder, gitDir }: CheckoutPlace): Promise<boolean> {
  const lock = join(gitDir, 'index.lock');
  if ((await inspectPath(lock)) === null) return true;
  if (isAnybodyAt(folder)) return false;
  await removeTree(lock);
  return true;
}

/** What stands on disk for a path that was being changed from one content to another. */
interface Entry {
  /** Octal, as in a tree. */
  readonly mode: string;
  readonly id: string;
}

interface Side {
  readonly path: string;
  /** `null`: it is not there. */
  readonly now: Entry | null;
  readonly other: Entry | null;
}

/** `now`: nothing is to be done. `other`: the other content, the beginning of one of the two, or nothing. */
type PathState = 'now' | 'other' | 'foreign';

/** @param checkout its folder */
async function stateOfPath(checkout: GitContext, side: Side): Promise<PathState> {
  const { path, now, other } = side;
  const full = join(checkout.cwd, path);
  const facts = (await isBehindLink(checkout.cwd, path)) ? null : await inspectPath(full);
  if (facts === null) return now === null || (await isSparse(checkout, path)) ? 'now' : 'other';
  // What is in it is told by paths of its own.
  if (facts.kind === 'folder') return now === null ? 'now' : 'other';
  if (facts.kind === 'other') return 'foreign';
  const isLink = facts.kind === 'link';
  const content = isLink ? Buffer.from(await readlink(full)) : await readBytes(full);
  const length = (now ?? other)?.id.length ?? 40;
  const id = isLink ? gitBlobId(content, length) : await idOf(checkout, path);
  const mode = isLink ? '120000' : facts.executable ? '100755' : '100644';
  if (now?.id === id) return now.mode === mode ? 'now' : 'other';
  if (other?.id === id) return 'other';
  for (const entry of [other, now])
    if (entry !== null && (await beginsWith(checkout, entry, content))) return 'other';
  return 'foreign';
}

/** What is seen through a link of the checkout is not of the checkout. */
async function isBehindLink(folder: string, path: string): Promise<boolean> {
  const facts = await Promise.all(foldersOf(path).map((above) => inspectPath(join(folder, above))));
  return facts.some((one) => one?.kind === 'link');
}

/** As git would store it: line ends are those of the repository. */
async function idOf(checkout: GitContext, path: string): Promise<string> {
  return (await gitIn(checkout)(['hash-object', '--', path])).stdout.trim();
}

async function isSparse(checkout: GitContext, path: string): Promise<boolean> {
  const { stdout } = await gitIn(checkout)(['ls-files', '-t', '-z', '--', path], {
    env: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return stdout.startsWith('S ');
}

async function beginsWith(checkout: GitContext, entry: Entry, content: Buffer): Promise<boolean> {
  const { stdout } = await runGitBytes(['cat-file', 'blob', entry.id], checkout);
  return stdout.subarray(0, content.length).equals(content);
}

// The git process that moves a checkout: identified by its environment, as it survives the process that started it.
const MARKER = 'ROUNDSMAN_LANDING';
const LOOK_MS = 50;
/** Files of a large change may take a while to write. */
const LONGEST_MS = 120_000;

export function movingEnvironment(id: string, reason: string): Readonly<Record<string, string>> {
  return { [MARKER]: id, GIT_REFLOG_ACTION: reason };
}

/** False: it is still at work, and nothing may be put right under it. */
export async function hasEnded(id: string, clock: Clock): Promise<boolean> {
  const until = clock.monotonic() + LONGEST_MS;
  const lives = (): boolean => readProcessTable(`${MARKER}=${id}`).some((entry) => entry.marked());
  while (lives()) {
    if (clock.monotonic() > until) return false;
    await clock.sleep(LOOK_MS);
  }
  return true;
}

/** Whether a process has that folder as its working directory, so that a lock there may be its own. True if unknown. */
function isAnybodyAt(folder: string): boolean {
  const places = listProcessPlaces();
  return places.length === 0 || places.some((place) => place.folder === folder);
}
