/**
 * Where folders of runs go that do not tell what happened: whole, out of everybody's way, and never removed by us. Beside
 * each stands a file that says why.
 */
import { join } from 'node:path';

import { listFolder, makeFolder, writeDurably } from '../../platform/files.ts';
import { renameOver } from '../../platform/many-files.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import { hasTextFields, readRecord } from '../files/read-record.ts';
import type { CorruptRun } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { runPaths } from './run-paths.ts';

export interface QuarantinedRun {
  readonly id: RunId;
  /** Its folder, absolute. */
  readonly folder: string;
  /** What could not be read, as it was called then; absolute. */
  readonly path: string;
  readonly problem: string;
  /** ISO 8601. */
  readonly at: string;
}

/** `null` when another process just did so. A linked worktree in it must be repaired by `git worktree repair`. */
export async function quarantineRun(
  stateDir: string,
  { id, path, problem }: CorruptRun,
  now: Date,
): Promise<QuarantinedRun | null> {
  const place = workspacePaths(stateDir).quarantine;
  await makeFolder(place, 0o700);
  const at = now.toISOString();
  const folder = join(place, id);
  try {
    await renameOver(runPaths(stateDir, id).folder, folder);
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
  const quarantined: QuarantinedRun = { id, folder, path, problem, at };
  await writeDurably(reasonPath(place, id), JSON.stringify(quarantined));
  return quarantined;
}

/** By id, oldest first. */
export async function listQuarantined(stateDir: string): Promise<readonly QuarantinedRun[]> {
  const place = workspacePaths(stateDir).quarantine;
  const ids = (await listFolder(place)).filter((name) => isRunId(name));
  return Promise.all(
    ids.map(async (id) => {
      const read = await readRecord(reasonPath(place, id), isQuarantined);
      const unknown = { path: '', problem: 'the reason is not known', at: '' };
      const { path, problem, at } = read.kind === 'record' ? read.value : unknown;
      return { id, folder: join(place, id), path, problem, at };
    }),
  );
}

function reasonPath(place: string, id: RunId): string {
  return join(place, `${id}.reason.json`);
}

function isQuarantined(value: unknown): value is QuarantinedRun {
  return hasTextFields(value, ['id', 'path', 'problem', 'at']);
}
