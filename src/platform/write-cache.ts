/** A file that can be made again: whole or not at all, several writers at once, and no failure when it cannot be written. */
import { dirname } from 'node:path';

import { makeFolder, writeText } from './files.ts';
import { removeFile, renameOver, uniqueName } from './many-files.ts';

export async function writeCache(path: string, content: string): Promise<void> {
  const aside = uniqueName(path);
  try {
    await makeFolder(dirname(path), 0o700);
    await writeText(aside, content);
    await renameOver(aside, path);
  } catch {
    // Nothing can be written here: what it was made from is as good, only slower.
    await removeFile(aside).catch(() => undefined);
  }
}
