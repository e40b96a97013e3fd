/** The secret of a workspace's page, by which sessions are told from made-up ones. One file, for the user alone. */
import { join } from 'node:path';

import { createExclusively, makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { newToken } from '../platform/ids.ts';

/** The one that is there, or a new one. */
export async function readPageSecret(stateDir: string): Promise<string> {
  const path = secretPath(stateDir);
  const found = (await readTextIfThere(path))?.trim() ?? '';
  if (found.length >= 40) return found;
  await makeFolder(stateDir, 0o700);
  const made = newToken();
  if (found !== '') {
    await writeDurably(path, `${made}\n`);
    return made;
  }
  if (await createExclusively(path, `${made}\n`)) return made;
  return (await readTextIfThere(path))?.trim() ?? made;
}

/** A new one: whoever was logged in is not any more. */
export async function renewPageSecret(stateDir: string): Promise<string> {
  const made = newToken();
  await writeDurably(secretPath(stateDir), `${made}\n`);
  return made;
}

function secretPath(stateDir: string): string {
  return join(stateDir, 'page-secret');
}
