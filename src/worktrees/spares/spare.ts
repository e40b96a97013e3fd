/**
 * A spare: a commit checked out ahead, for the next run. It is a tree without a repository, the index that belongs to it, and a
 * record of how both were made. The run that takes it makes its repository as every run does.
 *
 * **Invariant:** a spare is made from objects alone, and no program of a run is ever started in it. One that is not as it was
 * made is thrown away.
 */
import { join } from 'node:path';

import { listFolder, readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { isRunId } from '../../words/ids.ts';
import type { SourceFacts } from '../worktree-state.ts';

/** Nothing renewed, they go after so long. */
export const SPARES_KEPT_MS = 3_600_000;

export interface SpareRecord {
  readonly version: 1;
  readonly commit: string;
  readonly objectFormat: SourceFacts['objectFormat'];
  /** ISO 8601. */
  readonly madeAt: string;
  /** Nothing of it was synced: after a loss of power it may be anything. */
  readonly bootId: string;
  /** The permissions that its files were not given. */
  readonly umask: number;
  /** Hash of the index. */
  readonly index: string;
  /** Hash of the names in the tree. */
  readonly names: string;
}

export interface SparePaths {
  readonly tree: string;
  readonly index: string;
  readonly record: string;
}

export function sparePaths(folder: string): SparePaths {
  return {
    tree: join(folder, 'tree'),
    index: join(folder, 'index'),
    record: join(folder, 'spare.json'),
  };
}

/** Folders of the spares that are ready, oldest first. */
export async function listSpares(stateDir: string): Promise<readonly string[]> {
  const { spares } = machinePaths(stateDir);
  return (await listFolder(spares)).filter(isRunId).map((id) => join(spares, id));
}

/** Folders of those that are being made, or were when their process died. */
export async function listUnfinishedSpares(stateDir: string): Promise<readonly string[]> {
  const { spares } = machinePaths(stateDir);
  return (await listFolder(spares)).filter((id) => !isRunId(id)).map((id) => join(spares, id));
}

/** `null` when there is none, or none of ours. */
export async function readSpareRecord(folder: string): Promise<SpareRecord | null> {
  const value = tryParseJson((await readTextIfThere(sparePaths(folder).record)) ?? '');
  return isSpareRecord(value) ? value : null;
}

function isSpareRecord(value: unknown): value is SpareRecord {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    typeof value['umask'] === 'number' &&
    ['commit', 'objectFormat', 'madeAt', 'bootId', 'index', 'names'].every(
      (key) => typeof value[key] === 'string',
    )
  );
}
