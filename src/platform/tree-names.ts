/** What is in a tree, by name alone: no file is opened and no link is followed. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from './hash.ts';
import { walkEntries } from './hostile-paths.ts';

/** A hash of the kind and path of each entry, and of the modes of folders. Throws where a folder cannot be read. */
export function hashTreeNames(folder: string): string {
  const lines = [modeOf(folder)];
  walkEntries(folder, ({ path, kind }) => {
    lines.push(`${kind === 'folder' ? modeOf(join(folder, path)) : kind} ${path}`);
    return true;
  });
  return sha256(lines.toSorted().join('\0'));
}

function modeOf(folder: string): string {
  return `folder ${lstatSync(folder).mode.toString(8)}`;
}
