/** Records as the files of a folder, one each. */
import { dirname, join } from 'node:path';

import { systemClock } from '../../platform/clock.ts';
import {
  createExclusively,
  inspectPath,
  inspectPaths,
  listFolder,
  makeFolder,
  readTextIfThere,
  removeTree,
  writeDurably,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { withLock } from '../../platform/lock.ts';
import { forAll, removeFile, touchFile } from '../../platform/many-files.ts';
import type { RecordTexts, TextKind, TextsOf } from '../record-texts.ts';
import { workspacePaths } from '../state-paths.ts';
import { setAside } from './read-record.ts';

/** Reading and writing one small file takes milliseconds. */
const WAIT_MS = 10_000;

export function fileTextsOf(stateDir: string): TextsOf {
  return (kind) => fileTexts(stateDir, kind);
}

export function fileTexts(stateDir: string, kind: TextKind): RecordTexts {
  const folder = kind === 'workspace' ? stateDir : join(stateDir, kind);
  const pathOf = (name: string): string => join(folder, name);
  const makeRoom = (name: string): Promise<void> => makeFolder(dirname(pathOf(name)), 0o700);
  const write = async (name: string, text: string): Promise<void> => {
    await makeRoom(name);
    await writeDurably(pathOf(name), text);
  };
  return {
    placeOf: pathOf,
    read: (name) => readTextIfThere(pathOf(name)),
    names: () => listFolder(folder),
    each: (visit) => visitAll(folder, visit),
    create: async (name, text) => {
      await makeRoom(name);
      return createExclusively(pathOf(name), text);
    },
    write,
    update: async (name, change) => {
      await makeRoom(name);
      // Held for the comparison alone, whatever other lock the caller holds: nothing is waited for under it.
      const lock = { path: workspacePaths(stateDir).recordLock, clock: systemClock };
      await withLock({ ...lock, waitMs: WAIT_MS }, async () => {
        await writeDurably(pathOf(name), change(await readTextIfThere(pathOf(name))));
      });
    },
    remove: (name) => removeTree(pathOf(name)),
    touch: async (name) => {
      if ((await inspectPath(pathOf(name))) === null) return false;
      await touchFile(pathOf(name));
      return true;
    },
    writtenAt: async (name) => {
      const facts = await inspectPath(pathOf(name));
      return facts === null ? null : new Date(facts.mtimeMs);
    },
    removeOlder: (names, before) => removeOlder(names.map(pathOf), before),
    setAside: (name) => setAside(pathOf(name)),
    stamp: () => folderStamp(folder),
  };
}

async function visitAll(
  folder: string,
  visit: (name: string, text: string) => void,
): Promise<void> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const text = await readTextIfThere(`${folder}/${name}`);
    if (text !== null) visit(name, text);
  }
}

/** Removes files that were written before; gives how many. */
export async function removeOlder(paths: readonly string[], before: Date): Promise<number> {
  const removed = await forAll(paths, async (path) => {
    const facts = await inspectPath(path);
    if (facts === null || facts.mtimeMs >= before.getTime()) return 0;
    await removeFile(path);
    return 1;
  });
  return removed.filter((one) => one === 1).length;
}

/** Another one whenever a file of the folder is written, comes or goes. */
async function folderStamp(folder: string): Promise<string> {
  const names = await listFolder(folder);
  const facts = inspectPaths(names.map((name) => join(folder, name)));
  return sha256(
    names
      .map((name, at) => `${name} ${facts[at]?.inode ?? 0} ${facts[at]?.changedMs ?? 0}`)
      .join('\n'),
  );
}
