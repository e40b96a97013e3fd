/** All records that are files of a state folder, as their bytes: for a move to another place and back. */
import { join } from 'node:path';

import {
  inspectPath,
  listFolder,
  makeFolder,
  removeTree,
  stampFile,
} from '../../platform/files.ts';
import { forAll, removeFile, syncNames, writeNewSynced } from '../../platform/many-files.ts';
import { TEXT_KINDS, type TextKind } from '../record-texts.ts';
import { slotPaths, workspacePaths } from '../state-paths.ts';

/** `events` are bytes, the others texts. */
export const FILE_KINDS = [...TEXT_KINDS, 'events'] as const;
export type FileKind = TextKind | 'events';

/** Other files stand beside these. */
const SINGLE: Partial<Record<FileKind, readonly string[]>> = {
  workspace: ['deliveries.json', 'enabled.json', 'schedule-cursor.json', 'schedule-starts.json'],
  review: ['decisions.json', 'inbox-marks.json'],
};
const NAMES: Partial<Record<FileKind, RegExp>> = {
  told: /^[0-9a-f]{32}$/,
  events: /^[0-9a-f]{64}$/,
};

export function recordFolder(stateDir: string, kind: FileKind): string {
  return kind === 'workspace' ? stateDir : join(stateDir, kind);
}

/** Names of the records of a kind, relative to its folder. */
export async function recordNames(stateDir: string, kind: FileKind): Promise<readonly string[]> {
  const folder = recordFolder(stateDir, kind);
  const single = SINGLE[kind];
  const listed = await listFolder(folder);
  if (single !== undefined) return listed.filter((name) => single.includes(name));
  const pattern = NAMES[kind] ?? /\.json$/;
  if (kind !== 'memories') return listed.filter((name) => pattern.test(name));
  const below = await forAll(listed, async (routine) =>
    (await listFolder(join(folder, routine)))
      .filter((name) => pattern.test(name))
      .map((name) => `${routine}/${name}`),
  );
  return below.flat();
}

export interface RecordFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly writtenAt: Date;
}

export async function writeRecordFiles(
  folder: string,
  files: readonly RecordFile[],
): Promise<void> {
  if (files.length === 0) return;
  const folders = new Set(files.map(({ name }) => join(folder, name, '..')));
  for (const one of folders) await makeFolder(one, 0o700);
  await forAll(files, async ({ name, content, writtenAt }) => {
    await writeNewSynced(join(folder, name), content);
    await stampFile(join(folder, name), writtenAt);
  });
  for (const one of folders) await syncNames(one);
}

/** What `recordNames` lists, slots and usage. Safe to repeat; what cannot be read and was set aside stays. */
export async function removeRecordFiles(stateDir: string): Promise<void> {
  for (const kind of FILE_KINDS) {
    const folder = recordFolder(stateDir, kind);
    const names = await recordNames(stateDir, kind);
    await forAll(names, (name) => removeFile(join(folder, name)));
  }
  const { months } = slotPaths(stateDir);
  for (const folder of [months, workspacePaths(stateDir).usage]) await removeTree(folder);
}

/** Whether there is any. */
export async function hasRecordFiles(stateDir: string): Promise<boolean> {
  const { months, records } = slotPaths(stateDir);
  for (const folder of [records, workspacePaths(stateDir).usage])
    if ((await listFolder(folder)).length > 0) return true;
  if ((await listFolder(months)).some((name) => name.endsWith('.jsonl'))) return true;
  for (const kind of FILE_KINDS) if ((await recordNames(stateDir, kind)).length > 0) return true;
  return false;
}

export async function writtenAt(path: string): Promise<Date> {
  return new Date((await inspectPath(path))?.mtimeMs ?? 0);
}
