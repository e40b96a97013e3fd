/**
 * What a record is compared by before it is written: another one whenever its content is another. It follows from the content
 * alone, so that records of every version have one, and a store may keep it beside the record or work it out. Pure.
 */
import { sha256 } from '../platform/hash.ts';
import { isRecord } from '../platform/json.ts';
import { AppError } from '../words/errors.ts';

/** The same whatever the order of fields, which a store need not keep. */
export function revisionOf(record: object): string {
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
