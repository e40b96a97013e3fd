import { isAbsolute, relative } from 'node:path';

import { textField, type Fields } from '../stream-fields.ts';
import { networkLine, writeLine } from '../stream/permission-line.ts';

const EDITORS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/* oxlint-disable-next-line eslint/max-params -- the call in two parts, and where it was made */
/** What to write under `permissions` to have it allowed; `null` when no line there would. */
export function permissionLine(tool: string, input: Fields, folder: string | null): string | null {
  if (tool === 'WebFetch') return networkLine(textField(input, 'url') ?? '');
  if (!EDITORS.has(tool)) return null;
  return lineOfFile(textField(input, 'file_path') ?? textField(input, 'notebook_path'), folder);
}

/** `write` is about the repository: a file outside of it has no line. */
function lineOfFile(path: string | null, folder: string | null): string | null {
  if (path === null || folder === null) return null;
  const inside = isAbsolute(path) ? relative(folder, path) : path;
  if (inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith('../'))
    return null;
  return writeLine(inside);
}
