/**
 * Where the records of a workspace are, as `roundsman fleet move` left it: one small file in the state folder, and none while
 * they are files. A setting alone moves nothing.
 */
import { makeFolder, readTextIfThere, removeTree, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { AppError } from '../words/errors.ts';
import { machinePaths } from './machine-paths.ts';

export interface StoreChoice {
  /** `entering`: still files, on their way to the database. `leaving`: the database, on its way to files. */
  readonly state: 'entering' | 'there' | 'leaving';
  /** The environment variable with the address. */
  readonly variable: string;
  /** Id of the workspace in the database. */
  readonly workspace: string;
  /** Id of this state folder there. */
  readonly place: string;
}

/** `null`: files. Throws `failed` for a file that tells nothing: to take files for the records would begin all anew. */
export async function readStoreChoice(stateDir: string): Promise<StoreChoice | null> {
  const path = machinePaths(stateDir).storeChoice;
  const text = await readTextIfThere(path);
  if (text === null) return null;
  const value = tryParseJson(text);
  if (isChoice(value)) return value;
  throw new AppError('failed', {
    code: 'corrupt-store-choice',
    message: `${path} does not tell where the records are`,
    hint: 'Restore the file from a backup of the state folder.',
  });
}

/** Durable when it resolves. */
export async function writeStoreChoice(
  stateDir: string,
  choice: StoreChoice | null,
): Promise<void> {
  const path = machinePaths(stateDir).storeChoice;
  if (choice === null) {
    await removeTree(path);
    return;
  }
  await makeFolder(stateDir, 0o700);
  await writeDurably(path, JSON.stringify(choice));
}

function isChoice(value: unknown): value is StoreChoice {
  if (!isRecord(value)) return false;
  const { state, variable, workspace, place } = value;
  return (
    (state === 'entering' || state === 'there' || state === 'leaving') &&
    [variable, workspace, place].every((text) => typeof text === 'string' && text !== '')
  );
}
