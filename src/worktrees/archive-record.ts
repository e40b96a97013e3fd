/** What is known of an archive: whose work it holds, and how to get that back. */
import { join } from 'node:path';

import { listFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { isRunId, type RunId } from '../words/ids.ts';
import type { ArchiveRecord } from './remains.ts';

export interface ArchivePaths {
  readonly record: string;
  readonly bundle: string;
  /** While it is being made. */
  readonly scratch: string;
}

export function archivePaths(stateDir: string, run: RunId): ArchivePaths {
  const { archives } = machinePaths(stateDir);
  return {
    record: join(archives, `${run}.json`),
    bundle: join(archives, `${run}.bundle`),
    scratch: join(archives, `${run}.git`),
  };
}

export async function writeArchiveRecord(stateDir: string, record: ArchiveRecord): Promise<void> {
  await writeDurably(archivePaths(stateDir, record.run).record, JSON.stringify(record));
}

export async function listArchives(stateDir: string): Promise<{
  readonly records: readonly ArchiveRecord[];
  readonly unreadable: readonly string[];
}> {
  const { archives } = machinePaths(stateDir);
  const records: ArchiveRecord[] = [];
  const unreadable: string[] = [];
  for (const name of await listFolder(archives)) {
    if (!name.endsWith('.json')) continue;
    const path = join(archives, name);
    const value = tryParseJson((await readTextIfThere(path)) ?? '');
    if (isArchiveRecord(value)) records.push(value);
    else unreadable.push(path);
  }
  return { records, unreadable };
}

/** Lines for a shell: each brings one of its refs back as a new branch. */
export function restoreCommands(
  { stateDir, root }: { readonly stateDir: string; readonly root: string },
  { run, tips }: Pick<ArchiveRecord, 'run' | 'tips'>,
): readonly string[] {
  const bundle = quoted(archivePaths(stateDir, run).bundle);
  return tips.map(({ ref }) => `git -C ${quoted(root)} fetch ${bundle} ${ref}:${ref}-restored`);
}

function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function isArchiveRecord(value: unknown): value is ArchiveRecord {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    typeof value['run'] === 'string' &&
    isRunId(value['run']) &&
    typeof value['at'] === 'string' &&
    typeof value['because'] === 'string' &&
    Array.isArray(value['tips']) &&
    Array.isArray(value['missing'])
  );
}
