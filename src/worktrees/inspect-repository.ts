/** What of the user's repository a run could reach, read file by file: no git is started, and nothing is followed. */
import { join } from 'node:path';

import { configKeys } from '../git/config-text.ts';
import { readTextIfThere } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import {
  inspectHostile,
  listHostile,
  readHostile,
  readHostileLink,
  walkEntries,
  type WalkedEntry,
} from '../platform/hostile-paths.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';

/** A mark for each path that is there, relative to the common git folder. */
export interface RepositoryFingerprint {
  /** Files that are changed only to make programs run: config, hooks, info, alternates. */
  readonly settings: Readonly<Record<string, string>>;
  /** Hashes of the values in each config file, so that a change can be named. */
  readonly configKeys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Name → where its checkout is. */
  readonly worktrees: Readonly<Record<string, string>>;
}

const SETTINGS = ['config', 'config.worktree', 'hooks', 'info', 'objects/info/alternates'] as const;
/** Written by `gc` and `update-server-info`. */
const MADE_BY_GIT = new Set(['info/refs']);
const MOST_ENTRIES = 2_000;
const HASHED_BYTES = 1_000_000;

/** Takes a millisecond or two. */
export function fingerprintRepository({
  gitDir,
}: Pick<WorkspaceLocation, 'gitDir'>): RepositoryFingerprint {
  const worktrees = new Map<string, string>();
  const settings = new Map<string, string>();
  const keys = new Map<string, Readonly<Record<string, string>>>();
  const look = (path: string): void => markSetting(gitDir, path, { settings, keys });
  for (const path of SETTINGS) look(path);
  for (const { path: name } of listHostile(join(gitDir, 'worktrees')).slice(0, MOST_ENTRIES)) {
    const pointer = readHostile(join(gitDir, 'worktrees', name, 'gitdir'), 8_192);
    worktrees.set(name, pointer?.toString('utf8').replace(/\n$/, '') ?? '');
    look(`worktrees/${name}/config.worktree`);
  }
  return {
    settings: Object.fromEntries(settings),
    configKeys: Object.fromEntries(keys),
    worktrees: Object.fromEntries(worktrees),
  };
}

/** Keys that differ, sorted. */
export function changedKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const valueOf = (all: Readonly<Record<string, string>>, key: string): string | undefined =>
    Object.hasOwn(all, key) ? all[key] : undefined;
  return [...keys].filter((key) => valueOf(before, key) !== valueOf(after, key)).toSorted();
}

interface Marks {
  readonly settings: Map<string, string>;
  readonly keys: Map<string, Readonly<Record<string, string>>>;
}

function markSetting(gitDir: string, path: string, marks: Marks): void {
  const facts = inspectHostile(join(gitDir, path));
  if (facts === null) return;
  if (facts === 'unreachable' || facts.kind !== 'folder') {
    mark(gitDir, path, marks);
    return;
  }
  let left = MOST_ENTRIES;
  for (const waiting = [path]; waiting.length > 0 && left > 0;) {
    const folder = waiting.pop() ?? '';
    for (const entry of listHostile(join(gitDir, folder)).slice(0, left)) {
      left -= 1;
      if (entry.kind === 'folder') waiting.push(`${folder}/${entry.path}`);
      else mark(gitDir, `${folder}/${entry.path}`, marks);
    }
  }
}

function mark(gitDir: string, path: string, { settings, keys }: Marks): void {
  if (MADE_BY_GIT.has(path)) return;
  const full = join(gitDir, path);
  const facts = inspectHostile(full);
  if (facts === null) return;
  if (facts === 'unreachable') {
    settings.set(path, facts);
    return;
  }
  const start = `${facts.kind} ${facts.executable ? 'x' : '-'}`;
  if (facts.kind === 'link') settings.set(path, `${start} ${readHostileLink(full)}`);
  else if (facts.kind !== 'file') settings.set(path, start);
  else if (facts.size > HASHED_BYTES)
    settings.set(path, `${start} ${facts.size} ${facts.changedMs} ${facts.inode}`);
  else {
    const bytes = readHostile(full, HASHED_BYTES);
    settings.set(path, `${start} ${bytes === null ? 'unreadable' : sha256(bytes)}`);
    if (bytes !== null && /(^|\/)config(\.worktree)?$/.test(path))
      keys.set(path, hashedKeys(bytes.toString('utf8')));
  }
}

/** Hashed: a remote's URL may hold a password. */
function hashedKeys(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...configKeys(text)].map(([key, value]) => [key, sha256(value).slice(0, 16)]),
  );
}

/** Full name → commit, symbolic refs as written. */
export async function readRefs(gitDir: string): Promise<Readonly<Record<string, string>>> {
  const refs = new Map<string, string>();
  const packed = (await readTextIfThere(join(gitDir, 'packed-refs'))) ?? '';
  for (const line of packed.split('\n')) {
    const match = /^([0-9a-f]{40,64}) (refs\/.+)$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) refs.set(match[2], match[1]);
  }
  walkEntries(join(gitDir, 'refs'), ({ path, kind }) => {
    if (kind !== 'file' || path.endsWith('.lock')) return true;
    const text = readHostile(join(gitDir, 'refs', path), 4_096);
    if (text !== null) refs.set(`refs/${path}`, text.toString('utf8').trim());
    return true;
  });
  return Object.fromEntries(refs);
}

// Traces that work in the user's repository leaves: how long its reflogs are, and which object files there are. What comes
// on top during a run names who did it.
export interface RepositoryTraces {
  /** By the wall clock. */
  readonly takenAtMs: number;
  /** Reflog, relative to the common git folder → bytes. */
  readonly logs: Readonly<Record<string, number>>;
  /** File in objects/pack → bytes. */
  readonly packs: Readonly<Record<string, number>>;
  /** Folders with loose objects in them: `00` to `ff`. */
  readonly fanOuts: readonly string[];
}

const MOST_LOGS = 2_000;

export function readTraces(
  { gitDir }: Pick<WorkspaceLocation, 'gitDir'>,
  takenAtMs: number,
): RepositoryTraces {
  const packs = new Map<string, number>();
  for (const { path } of listHostile(join(gitDir, 'objects', 'pack'))) {
    if (!/^pack-.*\.(pack|idx)$/.test(path)) continue;
    packs.set(path, sizeOf(join(gitDir, 'objects', 'pack', path)));
  }
  return {
    takenAtMs,
    logs: Object.fromEntries(logFiles(gitDir).map((path) => [path, sizeOf(join(gitDir, path))])),
    packs: Object.fromEntries(packs),
    fanOuts: fanOutsOf(gitDir),
  };
}

/** Of HEAD in each checkout, of the stash and of local branches; no more than a few thousand. */
export function logFiles(gitDir: string): readonly string[] {
  const files = ['logs/HEAD', 'logs/refs/stash'];
  for (const { path } of listHostile(join(gitDir, 'worktrees')).slice(0, MOST_LOGS))
    files.push(`worktrees/${path}/logs/HEAD`);
  for (const waiting = ['logs/refs/heads']; waiting.length > 0 && files.length < MOST_LOGS;) {
    const folder = waiting.pop() ?? '';
    for (const { path, kind } of listHostile(join(gitDir, folder)).slice(0, MOST_LOGS)) {
      if (kind === 'folder') waiting.push(`${folder}/${path}`);
      else if (kind === 'file') files.push(`${folder}/${path}`);
    }
  }
  return files.filter((path) => sizeOf(join(gitDir, path)) > 0);
}

export function fanOutsOf(gitDir: string): readonly string[] {
  const objects = join(gitDir, 'objects');
  return listHostile(objects)
    .filter(isFanOut)
    .filter(({ path }) => listHostile(join(objects, path)).length > 0)
    .map(({ path }) => path)
    .toSorted();
}

function isFanOut({ path, kind }: WalkedEntry): boolean {
  return kind === 'folder' && /^[0-9a-f]{2}$/.test(path);
}

function sizeOf(path: string): number {
  const facts = inspectHostile(path);
  return facts === null || facts === 'unreachable' || facts.kind !== 'file' ? 0 : facts.size;
}

// The user's repository as it is before a run that could reach it, to be compared with afterwards.
export interface RepositoryBefore extends RepositoryFingerprint {
  readonly traces: RepositoryTraces;
  /** At level `worktree`, which shares them; else `null`. */
  readonly refs: Readonly<Record<string, string>> | null;
}

export async function inspectRepository(
  request: WorktreeRequest,
  level: 'private' | 'worktree',
): Promise<RepositoryBefore> {
  const { workspace } = request.spec;
  return {
    ...fingerprintRepository(workspace),
    traces: readTraces(workspace, request.clock.now().getTime()),
    refs: level === 'worktree' ? await readRefs(workspace.gitDir) : null,
  };
}
