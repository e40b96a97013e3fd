/** Reading our own small JSON files back: a torn or foreign one is a fact for the caller, never a crash. */
import { listFolder, readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';

export type ReadRecord<Kind> =
  | { readonly kind: 'record'; readonly value: Kind }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'corrupt'; readonly path: string; readonly problem: string };

/** `guard` checks what tells our record from any other JSON; fields inside were written by us. */
export async function readRecord<Kind>(
  path: string,
  guard: (value: unknown) => value is Kind,
): Promise<ReadRecord<Kind>> {
  const text = await readTextIfThere(path);
  if (text === null) return { kind: 'nothing' };
  const value = tryParseJson(text);
  if (guard(value)) return { kind: 'record', value };
  const problem = value === undefined ? 'it is not JSON' : 'it is not a record of this kind';
  return { kind: 'corrupt', path, problem };
}

/** All records of a folder, by file name; files that are not `*.json` (temporary ones) are passed over. */
export async function readRecords<Kind>(
  folder: string,
  guard: (value: unknown) => value is Kind,
): Promise<{
  readonly values: readonly Kind[];
  readonly corrupt: readonly { path: string; problem: string }[];
}> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const values: Kind[] = [];
  const corrupt: { path: string; problem: string }[] = [];
  for (const read of await Promise.all(
    names.map((name) => readRecord(`${folder}/${name}`, guard)),
  )) {
    if (read.kind === 'record') values.push(read.value);
    if (read.kind === 'corrupt') corrupt.push({ path: read.path, problem: read.problem });
  }
  return { values, corrupt };
}

/** A guard for records that are told apart by text fields. */
export function hasTextFields(
  value: unknown,
  fields: readonly string[],
): value is Record<string, unknown> {
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string');
}
