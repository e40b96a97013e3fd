/**
 * Removal in two phases. The first phase records durably what to remove, then renames it out of the way, which is quick at
 * any size. The second phase deletes the files later, a few at a time.
 *
 * **Invariant:** an observer sees a thing whole or not at all. After a crash at any point the next process that cleans up
 * finishes the removal: the record stays until the last file is gone.
 */
import { basename, dirname, join } from 'node:path';

import { gitIn } from '../git/git-call.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { Clock } from '../platform/clock.ts';
import {
  chmod,
  inspectPath,
  listFolder,
  makeFolder,
  readTextIfThere,
  removeTree,
  rename,
  writeDurably,
} from '../platform/files.ts';
import { newRunId } from '../platform/ids.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { removeSlowly, type Removal, type RemovalPace } from '../platform/remove-slowly.ts';
import { systemErrorCode } from '../platform/system-error.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { RunId } from '../words/ids.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';
import { removeAdminFolder } from './create-linked-worktree.ts';

/** What is needed to bury something of a workspace. */
export interface Burial {
  readonly workspace: WorkspaceLocation;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

export interface Condemned {
  /** Absolute paths, in the order in which they go. Those that are not there are passed over. */
  readonly paths: readonly string[];
  /** Refs of ours in the user's repository. */
  readonly refs: readonly string[];
  /** Of a linked worktree: our folder under the user's `.git/worktrees`, and the run that it is of. */
  readonly linked: { readonly run: RunId; readonly adminFolder: string } | null;
  /** One line for readers of the record. */
  readonly why: string;
}

interface Tombstone extends Omit<Condemned, 'paths'> {
  readonly version: 1;
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly moves: readonly Move[];
}

interface Move {
  readonly from: string;
  /** What comes to stand there later is another one, and stays. */
  readonly inode: number;
}

/** Gives notices: what could not be done yet, and is done by a later clean-up. */
export async function bury(burial: Burial, condemned: Condemned): Promise<readonly string[]> {
  const moves: Move[] = [];
  for (const from of condemned.paths) {
    const facts = await inspectPath(from);
    if (facts !== null) moves.push({ from, inode: facts.inode });
  }
  if (moves.length === 0 && condemned.linked === null) {
    const left = await dropRefs(burial, condemned.refs);
    // Nothing is lost when that is not done: what has no record of its own is found by its name.
    return left === null ? [] : [left];
  }
  const { refs, linked, why } = condemned;
  const { trash } = machinePaths(burial.workspace.stateDir);
  const now = burial.clock.now();
  const stone: Tombstone = {
    version: 1,
    id: newRunId(now),
    at: now.toISOString(),
    moves,
    refs,
    linked,
    why,
  };
  await makeFolder(join(trash, stone.id), 0o700);
  await writeDurably(recordPath(trash, stone.id), JSON.stringify(stone));
  const left = await moveAway(burial, stone);
  return left === null ? [] : [left];
}

/** Safe to repeat. Gives what could not be done yet. */
async function moveAway(burial: Burial, stone: Tombstone): Promise<string | null> {
  const { trash } = machinePaths(burial.workspace.stateDir);
  for (const [number, move] of stone.moves.entries()) {
    const facts = await inspectPath(move.from);
    if (facts?.inode !== move.inode) continue;
    // A folder that may not be written to cannot be moved into another one.
    if (facts.kind === 'folder') await chmod(move.from, 0o700);
    await moveOne(move.from, join(trash, stone.id, String(number)), besideOf(move.from, stone.id));
  }
  const left = await dropRefs(burial, stone.refs);
  if (stone.linked !== null) {
    const { run, adminFolder } = stone.linked;
    const { workspace } = burial;
    await removeAdminFolder(
      { spec: { workspace }, paths: runPaths(workspace.stateDir, run) },
      adminFolder,
    );
  }
  return left;
}

async function moveOne(from: string, to: string, beside: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (thrown) {
    // Where a part of the state folder is on another disk.
    if (systemErrorCode(thrown) !== 'EXDEV') throw thrown;
    await rename(from, beside);
  }
}

function besideOf(path: string, id: string): string {
  return join(dirname(path), `.trash-${basename(path)}-${id}`);
}

/** Gives a notice when they could not be dropped now (`packed-refs.lock`). */
export async function dropRefs(
  { workspace, gitEnv }: Pick<Burial, 'workspace' | 'gitEnv'>,
  refs: readonly string[],
): Promise<string | null> {
  if (refs.length === 0) return null;
  const git = gitIn({ cwd: workspace.root, env: gitEnv });
  try {
    await updateRefs(
      git,
      refs.map((ref) => ({ kind: 'delete', ref })),
    );
    return null;
  } catch {
    return `${refs.join(' and ')} could not be removed yet, because the repository's refs are locked; a later run does it`;
  }
}

export interface BuriedThings {
  /** Oldest first. */
  readonly stones: readonly Tombstone[];
  /** Records that cannot be read: what they stand for is left alone. */
  readonly unreadable: readonly string[];
}

export async function listBuried(stateDir: string): Promise<BuriedThings> {
  const { trash } = machinePaths(stateDir);
  const stones: Tombstone[] = [];
  const unreadable: string[] = [];
  for (const name of await listFolder(trash)) {
    if (!name.endsWith('.json')) continue;
    const path = join(trash, name);
    const value = tryParseJson((await readTextIfThere(path)) ?? '');
    if (isTombstone(value) && `${value.id}.json` === name) stones.push(value);
    else unreadable.push(path);
  }
  return { stones, unreadable };
}

/** The folder that holds what a record stands for. */
export function trashFolder(stateDir: string, { id }: Pick<Tombstone, 'id'>): string {
  return join(machinePaths(stateDir).trash, id);
}

/** Finishes what may have been cut short, and removes the files. The record goes last. */
async function finishBurial(burial: Burial, stone: Tombstone, pace: RemovalPace): Promise<Removal> {
  const { stateDir } = burial.workspace;
  const left = await moveAway(burial, stone);
  const places = [
    ...stone.moves.map(({ from }) => besideOf(from, stone.id)),
    trashFolder(stateDir, stone),
  ];
  for (const place of places) {
    const facts = await inspectPath(place);
    if (facts === null) continue;
    if (facts.kind !== 'folder') {
      await removeTree(place);
      continue;
    }
    const removal = await removeSlowly(place, pace);
    if (removal.kind !== 'gone') return removal;
  }
  if (left !== null) return { kind: 'stuck', path: stone.refs.join(' '), why: left };
  await removeTree(recordPath(machinePaths(stateDir).trash, stone.id));
  return { kind: 'gone' };
}

function recordPath(trash: string, id: string): string {
  return join(trash, `${id}.json`);
}

function isTombstone(value: unknown): value is Tombstone {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    typeof value['id'] === 'string' &&
    typeof value['why'] === 'string' &&
    Array.isArray(value['refs']) &&
    Array.isArray(value['moves']) &&
    value['moves'].every(
      (move) =>
        isRecord(move) && typeof move['from'] === 'string' && typeof move['inode'] === 'number',
    )
  );
}

// Removes the files of what was condemned, oldest first and a few at a time.
export interface TrashPace {
  /** Entries at one go. */
  readonly batch: number;
  /** How long to rest after each, in ms. */
  readonly restMs: number;
  /** All of it, or as many entries as this; what has lain for a day goes whatever it takes. */
  readonly most: number;
  /** Asked after each batch. */
  mayGoOn(): Promise<boolean>;
}

export interface EmptiedTrash {
  /** Condemned things of which nothing is left. */
  readonly gone: number;
  /** Those of which something is. */
  readonly left: number;
  /** What cannot be removed, as sentences. */
  readonly problems: readonly string[];
}

const OVERDUE_MS = 86_400_000;

export async function emptyTrash(burial: Burial, pace: TrashPace): Promise<EmptiedTrash> {
  const { stones, unreadable } = await listBuried(burial.workspace.stateDir);
  const problems = unreadable.map(
    (path) => `the record ${path} cannot be read: what it refers to is left alone`,
  );
  const now = burial.clock.now().getTime();
  let budget = pace.most;
  let gone = 0;
  let stopped = false;
  for (const stone of stones) {
    const overdue = now - Date.parse(stone.at) > OVERDUE_MS;
    if (stopped || (budget <= 0 && !overdue)) continue;
    const removal = await finishBurial(burial, stone, {
      batch: pace.batch,
      rest: async (entries) => {
        budget -= entries;
        await burial.clock.sleep(pace.restMs);
        stopped = !(await pace.mayGoOn());
        return !stopped && (budget > 0 || overdue);
      },
    });
    if (removal.kind === 'gone') gone += 1;
    else if (removal.kind === 'stuck') problems.push(stuckWords(stone, removal));
  }
  return { gone, left: stones.length - gone, problems };
}

function stuckWords(
  { why }: Tombstone,
  { path, why: reason }: Extract<Removal, { kind: 'stuck' }>,
): string {
  return `${path} cannot be removed yet (${reason}); it goes because ${why}`;
}
