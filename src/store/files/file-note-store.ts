/** Notes: one record an id. An id is taken by creating its record exclusively, so no two notes get the same. */
import { isNoteId, noteLetter, type Note } from '../../words/note.ts';
import type { NoteStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields, readRecords, readStored } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileNoteStore(stateDir: string): NoteStore {
  return noteStore(fileTexts(stateDir, 'notes'));
}

/** Callers check the id: `D-1`, `K-1`. */
export function noteStore(texts: RecordTexts): NoteStore {
  const readOne = async (id: string): Promise<Note | null> => {
    if (!isNoteId(id)) return null;
    const read = await readStored(texts, nameOf(id), isNote);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (note) => {
      const letter = noteLetter(note.kind);
      for (let number = (await highestNumber(texts, letter)) + 1; ; number += 1) {
        const whole: Note = { id: `${letter}-${number}`, ...note };
        if (await texts.create(nameOf(whole.id), JSON.stringify(whole))) return whole;
      }
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: nameOf(after.id),
        what: `the note ${after.id}`,
        guard: isNote,
        before,
        after,
      }),
    list: async (kind) => {
      const { values } = await readRecords(texts, isNote);
      return values
        .filter((note) => kind === undefined || note.kind === kind)
        .toSorted(
          (a, b) => compareTexts(a.createdAt, b.createdAt) || numberOf(a.id) - numberOf(b.id),
        );
    },
    listCorrupt: async () => (await readRecords(texts, isNote)).corrupt,
    stamp: () => texts.stamp(),
  };
}

function nameOf(id: string): string {
  return `${id}.json`;
}

/** Also of records that cannot be read: an id that was given away is not given again. */
async function highestNumber(texts: RecordTexts, letter: string): Promise<number> {
  const names = await texts.names();
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
