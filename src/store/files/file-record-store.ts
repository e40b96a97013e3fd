/** Records of one kind by their ids. */
import { sha256 } from '../../platform/hash.ts';
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import type { RecordTexts, TextsOf } from '../record-texts.ts';
import type { RecordStore, ReviewStores } from '../stores.ts';
import { fileTextsOf } from './file-texts.ts';
import {
  hasTextFields,
  readRecords,
  readStored,
  type ReadRecord,
  recordIn,
} from './read-record.ts';

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

// Compare and set: a record is replaced only where it is still what was read.
// What a record is compared by before it is written: another one whenever its content is another. It follows from the content
// alone, so that records of every version have one, and a store may keep it beside the record or work it out. Pure.

/** The same whatever the order of fields, which a store need not keep. */
function revisionOf(record: object): string {
  const sorted = (_key: string, value: unknown): unknown =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value;
  return sha256(JSON.stringify(record, sorted));
}

/** @param stored what is there now; `null`, as of `before`: nothing. Throws `refused` / `changed-meanwhile` */
export function refuseChanged(what: string, before: object | null, stored: object | null): void {
  const isSame =
    before === null || stored === null
      ? before === stored
      : revisionOf(before) === revisionOf(stored);
  if (isSame) return;
  throw new AppError('refused', {
    code: 'changed-meanwhile',
    message: `${what} was changed by another process meanwhile: nothing was written`,
    hint: 'Look at it again, then decide again.',
  });
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface ReplaceRequest<Kind extends object> {
  readonly texts: RecordTexts;
  readonly name: string;
  /** For the words of a refusal: `the item RM-1`. */
  readonly what: string;
  readonly guard: (value: unknown) => value is Kind;
  /** As it was read; `null`: there was none. */
  readonly before: object | null;
  readonly after: Kind;
  /** What counts as there now. Default: what can be read, else `null`. */
  readonly currentOf?: (read: ReadRecord<Kind>) => object | null;
}

/** Durable when it resolves. Throws `refused` / `changed-meanwhile`, and writes nothing then. */
export async function replaceRecord<Kind extends object>(
  request: ReplaceRequest<Kind>,
): Promise<void> {
  const { texts, name, what, guard, before, after, currentOf = readable } = request;
  await texts.update(name, (text) => {
    refuseChanged(what, before, currentOf(recordIn(text, texts.placeOf(name), guard)));
    return JSON.stringify(after);
  });
}

function readable(read: ReadRecord<object>): object | null {
  return read.kind === 'record' ? read.value : null;
}

// What review keeps, in folders below `review/` of the state folder.
export function fileReviewStores(stateDir: string): ReviewStores {
  return reviewStores(fileTextsOf(stateDir));
}

export function reviewStores(textsOf: TextsOf): ReviewStores {
  return {
    verdicts: recordStore({
      texts: textsOf('review/verdicts'),
      fields: ['kind', 'branch', 'tip', 'by', 'at'],
    }),
    choices: recordStore({
      texts: textsOf('review/choices'),
      fields: ['kind', 'a', 'b', 'by', 'at'],
    }),
    landings: recordStore({
      texts: textsOf('review/landings'),
      fields: ['method', 'target', 'from', 'by', 'startedAt'],
    }),
    discarded: recordStore({
      texts: textsOf('review/discarded'),
      fields: ['branch', 'tip', 'state', 'by', 'at'],
    }),
    comments: recordStore({
      texts: textsOf('review/comments'),
      fields: ['branch', 'tip', 'text', 'by', 'at'],
    }),
    unions: recordStore({
      texts: textsOf('review/unions'),
      fields: ['set', 'target', 'key', 'startedAt'],
    }),
    judgements: recordStore({
      texts: textsOf('review/judgements'),
      fields: ['branch', 'tip', 'engine', 'verdict', 'at'],
    }),
    pullRequests: recordStore({
      texts: textsOf('review/pull-requests'),
      fields: ['proposal', 'run', 'routine', 'ref', 'pushed'],
    }),
  };
}
