/** Reading our own small JSON files back: a torn or foreign one is a fact for the caller, never a crash. */
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { renameOver, uniqueName, versionOf } from '../../platform/many-files.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import type { CorruptRecord } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';

export type ReadRecord<Kind> =
  | { readonly kind: 'record'; readonly value: Kind }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'corrupt'; readonly path: string; readonly problem: string };

/** `guard` checks what tells our record from any other JSON; fields inside were written by us. */
export async function readRecord<Kind>(
  path: string,
  guard: (value: unknown) => value is Kind,
): Promise<ReadRecord<Kind>> {
  return recordIn(await readTextIfThere(path), path, guard);
}

export function recordIn<Kind>(
  text: string | null,
  path: string,
  guard: (value: unknown) => value is Kind,
): ReadRecord<Kind> {
  if (text === null) return { kind: 'nothing' };
  const value = tryParseJson(text);
  if (guard(value)) return { kind: 'record', value };
  const problem = value === undefined ? 'it is not JSON' : 'it is not a record of this kind';
  return { kind: 'corrupt', path, problem };
}

/** The same of a record of its kind, wherever it is kept. */
export async function readStored<Kind>(
  texts: RecordTexts,
  name: string,
  guard: (value: unknown) => value is Kind,
): Promise<ReadRecord<Kind>> {
  return recordIn(await texts.read(name), texts.placeOf(name), guard);
}

/** All records of a kind, by name; others than `*.json` (temporary ones) are passed over. */
export async function readRecords<Kind>(
  texts: RecordTexts,
  guard: (value: unknown) => value is Kind,
): Promise<{
  readonly values: readonly Kind[];
  readonly corrupt: readonly CorruptRecord[];
}> {
  const values: Kind[] = [];
  const corrupt: CorruptRecord[] = [];
  await texts.each((name, text) => {
    const read = recordIn(text, texts.placeOf(name), guard);
    if (read.kind === 'record') values.push(read.value);
    if (read.kind === 'corrupt') corrupt.push({ path: read.path, problem: read.problem });
  });
  return { values, corrupt };
}

/**
 * The JSON object in one of our records; `null` when there is none. One that holds anything else is set aside, as
 * `<name>.unreadable.…`: nothing is lost that a person could repair, and the name is free again.
 */
export async function readObjectOrSetAside(
  texts: RecordTexts,
  name: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const text = await texts.read(name);
  if (text === null) return null;
  const value = tryParseJson(text);
  if (isRecord(value)) return value;
  await texts.setAside(name);
  return null;
}

/** Another process may have done so already. */
export async function setAside(path: string): Promise<void> {
  try {
    await renameOver(path, uniqueName(`${path}.unreadable`));
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/** Records of a kind that were set aside. */
export async function listSetAside(texts: RecordTexts): Promise<readonly CorruptRecord[]> {
  return (await texts.names())
    .filter((name) => name.includes('.unreadable.'))
    .map((name) => ({
      path: texts.placeOf(name),
      problem: 'it could not be read, and was set aside',
    }));
}

/** A guard for records that are told apart by text fields. */
export function hasTextFields(
  value: unknown,
  fields: readonly string[],
): value is Record<string, unknown> {
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string');
}

// What a file holds, read and parsed again only when another version of it is there.

/** For a file that is only ever replaced: several listings of one request, and the next request, parse it once. */
export function parsedFile<Value>(
  parse: (text: string) => Value,
): (path: string) => Promise<Value> {
  let last: { readonly key: string; readonly value: Value } | null = null;
  return async (path) => {
    // Taken before the text is: what is replaced in between is read again the next time.
    const key = JSON.stringify([path, await versionOf(path).catch(() => null)]);
    if (last?.key === key) return last.value;
    const value = parse((await readTextIfThere(path)) ?? '');
    last = { key, value };
    return value;
  };
}
