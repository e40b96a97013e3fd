/**
 * Traces that work in the user's repository leaves: how long its reflogs are, and which object files there are. What comes
 * on top during a run names who did it.
 */
import { join } from 'node:path';

import { inspectHostile, listHostile, type WalkedEntry } from '../platform/hostile-paths.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';

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
