/** Records of one kind by their ids. */
import { isRecord } from '../../platform/json.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { RecordStore } from '../review-ports.ts';
import { hasTextFields, readRecords, readStored } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

/** What an id may be, so that none leads out of the folder. */
const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

export interface RecordForm {
  readonly texts: RecordTexts;
  /** Names of text fields that tell our record from any other JSON; what is inside was written by us. */
  readonly fields: readonly string[];
}

export function recordStore<Kind extends { readonly id: string }>({
  texts,
  fields,
}: RecordForm): RecordStore<Kind> {
  // Ids go on into names of refs and folders.
  const guard = (value: unknown): value is Kind =>
    hasTextFields(value, ['id', ...fields]) &&
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    ID.test(value['id']);
  const nameOf = (id: string): string => {
    if (ID.test(id)) return `${id}.json`;
    throw new TypeError(`no id of a record: ${JSON.stringify(id)}`);
  };
  const readOne = async (id: string): Promise<Kind | null> => {
    if (!ID.test(id)) return null;
    const read = await readStored(texts, nameOf(id), guard);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (record) => texts.create(nameOf(record.id), JSON.stringify(record)),
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: nameOf(after.id),
        what: `the record ${after.id}`,
        guard,
        before,
        after,
      }),
    write: async (record) => texts.write(nameOf(record.id), JSON.stringify(record)),
    list: async () => {
      const { values } = await readRecords(texts, guard);
      return values.toSorted((a, b) => compareIds(a.id, b.id));
    },
    listCorrupt: async () => (await readRecords(texts, guard)).corrupt,
  };
}

/** `M-2` before `M-10`; ULIDs are of one length. */
function compareIds(a: string, b: string): number {
  return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length;
}
