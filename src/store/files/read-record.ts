/** Reading our own small JSON files back: a torn or foreign one is a fact for the caller, never a crash. */
import { join } from 'node:path';

import { inspectPaths, listFolder, readTextIfThere } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { renameOver, uniqueName } from '../../platform/many-files.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import { textAtOnce } from '../../platform/text-at-once.ts';
import type { CorruptRecord } from '../ports.ts';

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

function recordIn<Kind>(
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

/** After so many records others have their turn. */
const TURN_RECORDS = 64;

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
  for (const [index, name] of names.entries()) {
    const path = `${folder}/${name}`;
    const isTurn = index % TURN_RECORDS === TURN_RECORDS - 1;
    const read = recordIn(isTurn ? await readTextIfThere(path) : textAtOnce(path), path, guard);
    if (read.kind === 'record') values.push(read.value);
    if (read.kind === 'corrupt') corrupt.push({ path: read.path, problem: read.problem });
  }
  return { values, corrupt };
}

/**
 * The JSON object in one of our files; `null` when there is none. A file that holds anything else is set aside, as
 * `<path>.unreadable.…`: nothing is lost that a person could repair, and the path is free again.
 */
export async function readObjectOrSetAside(
  path: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const text = await readTextIfThere(path);
  if (text === null) return null;
  const value = tryParseJson(text);
  if (isRecord(value)) return value;
  await setAside(path);
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

/** Files of a folder that were set aside. */
export async function listSetAside(folder: string): Promise<readonly CorruptRecord[]> {
  return (await listFolder(folder))
    .filter((name) => name.includes('.unreadable.'))
    .map((name) => ({
      path: join(folder, name),
      problem: 'it could not be read, and was set aside',
    }));
}

/** Another one whenever a file of the folder is written, comes or goes. */
export async function folderStamp(folder: string): Promise<string> {
  const names = await listFolder(folder);
  const facts = inspectPaths(names.map((name) => join(folder, name)));
  return sha256(
    names
      .map((name, at) => `${name} ${facts[at]?.inode ?? 0} ${facts[at]?.changedMs ?? 0}`)
      .join('\n'),
  );
}

/** A guard for records that are told apart by text fields. */
export function hasTextFields(
  value: unknown,
  fields: readonly string[],
): value is Record<string, unknown> {
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string');
}
