/** Compare and set: a record is replaced only where it is still what was read. */
import { sha256 } from '../../platform/hash.ts';
import { isRecord } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import type { RecordTexts } from '../record-texts.ts';
import { type ReadRecord, recordIn } from './read-record.ts';

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
