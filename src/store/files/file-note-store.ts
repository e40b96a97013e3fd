/** Notes: one file an id. An id is taken by creating its file exclusively, so no two notes get the same. */
import { createExclusively, listFolder, makeFolder } from '../../platform/files.ts';
import { isNoteId, noteLetter, type Note } from '../../words/note.ts';
import type { NoteStore } from '../ports.ts';
import { notePath, workspacePaths } from '../state-paths.ts';
import { folderStamp, hasTextFields, readRecord, readRecords } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileNoteStore(stateDir: string): NoteStore {
  const folder = workspacePaths(stateDir).notes;
  const readOne = async (id: string): Promise<Note | null> => {
    if (!isNoteId(id)) return null;
    const read = await readRecord(notePath(stateDir, id), isNote);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (note) => {
      await makeFolder(folder);
      const letter = noteLetter(note.kind);
      for (let number = (await highestNumber(folder, letter)) + 1; ; number += 1) {
        const whole: Note = { id: `${letter}-${number}`, ...note };
        if (await createExclusively(notePath(stateDir, whole.id), JSON.stringify(whole)))
          return whole;
      }
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        path: notePath(stateDir, after.id),
        lock: workspacePaths(stateDir).recordLock,
        what: `the note ${after.id}`,
        before,
        after,
        read: () => readOne(after.id),
      }),
    list: async (kind) => {
      const { values } = await readRecords(folder, isNote);
      return values
        .filter((note) => kind === undefined || note.kind === kind)
        .toSorted(
          (a, b) => compareTexts(a.createdAt, b.createdAt) || numberOf(a.id) - numberOf(b.id),
        );
    },
    listCorrupt: async () => (await readRecords(folder, isNote)).corrupt,
    stamp: () => folderStamp(folder),
  };
}

/** Also of files that cannot be read: an id that was given away is not given again. */
async function highestNumber(folder: string, letter: string): Promise<number> {
  const names = await listFolder(folder);
  return names
    .filter((name) => name.startsWith(`${letter}-`))
    .reduce((highest, name) => Math.max(highest, numberOf(name.replace(/\..*$/, ''))), 0);
}

function numberOf(id: string): number {
  const number = Number(id.slice('D-'.length));
  return Number.isSafeInteger(number) ? number : 0;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function isNote(value: unknown): value is Note {
  if (!hasTextFields(value, ['id', 'kind', 'state', 'createdAt'])) return false;
  const versions = value['versions'];
  return (
    isNoteId(String(value['id'])) &&
    (value['kind'] === 'decision' || value['kind'] === 'knowledge') &&
    Array.isArray(versions) &&
    versions.length > 0 &&
    versions.every((version) => hasTextFields(version, ['title', 'text', 'reason', 'by', 'at']))
  );
}
