/** Compare and set: a record is replaced only where it is still what was read. */
import type { RecordTexts } from '../record-texts.ts';
import { refuseChanged } from '../revision.ts';
import { recordIn, type ReadRecord } from './read-record.ts';

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
