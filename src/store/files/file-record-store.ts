/** Records of one kind: one file each, named after its id. */
import { join } from 'node:path';

import { createExclusively, makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { RecordStore } from '../review-ports.ts';
import { hasTextFields, readRecord, readRecords } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

/** What an id may be, so that none leads out of the folder. */
const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

export interface RecordForm {
  readonly folder: string;
  /** `recordLock`. */
  readonly lock: string;
  /** Names of text fields that tell our record from any other JSON; what is inside was written by us. */
  readonly fields: readonly string[];
}

export function fileRecordStore<Kind extends { readonly id: string }>({
  folder,
  lock,
  fields,
}: RecordForm): RecordStore<Kind> {
  // Ids go on into names of refs and folders.
  const guard = (value: unknown): value is Kind =>
    hasTextFields(value, ['id', ...fields]) &&
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    ID.test(value['id']);
  const pathOf = (id: string): string => {
    if (ID.test(id)) return join(folder, `${id}.json`);
    throw new TypeError(`no id of a record: ${JSON.stringify(id)}`);
  };
  const readOne = async (id: string): Promise<Kind | null> => {
    if (!ID.test(id)) return null;
    const read = await readRecord(pathOf(id), guard);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (record) => {
      await makeFolder(folder);
      return createExclusively(pathOf(record.id), JSON.stringify(record));
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        path: pathOf(after.id),
        lock,
        what: `the record ${after.id}`,
        before,
        after,
        read: () => readOne(after.id),
      }),
    write: async (record) => {
      await makeFolder(folder);
      await writeDurably(pathOf(record.id), JSON.stringify(record));
    },
    list: async () => {
      const { values } = await readRecords(folder, guard);
      return values.toSorted((a, b) => compareIds(a.id, b.id));
    },
    listCorrupt: async () => (await readRecords(folder, guard)).corrupt,
  };
}

/** `M-2` before `M-10`; ULIDs are of one length. */
function compareIds(a: string, b: string): number {
  return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length;
}
