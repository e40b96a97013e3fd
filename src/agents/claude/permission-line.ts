import { isAbsolute, relative } from 'node:path';

import { textField, type Fields } from '../stream-fields.ts';

const EDITORS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/* oxlint-disable-next-line eslint/max-params -- the call in two parts, and where it was made */
/** What to write under `permissions` to have it allowed; `null` when no line there would. */
export function permissionLine(tool: string, input: Fields, folder: string | null): string | null {
  if (tool === 'WebFetch') return hostLine(textField(input, 'url'));
  if (!EDITORS.has(tool)) return null;
  return writeLine(textField(input, 'file_path') ?? textField(input, 'notebook_path'), folder);
}

function hostLine(url: string | null): string | null {
  const host = url === null ? null : hostOf(url);
  return host === null ? null : `network: { allow: [${JSON.stringify(host)}] }`;
}

function hostOf(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed === null || parsed.hostname === '' ? null : parsed.hostname;
}

/** `write` is about the repository: a file outside of it has no line. */
function writeLine(path: string | null, folder: string | null): string | null {
  if (path === null || folder === null) return null;
  const inside = isAbsolute(path) ? relative(folder, path) : path;
  if (inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith('../'))
    return null;
  return `write: [${JSON.stringify(inside)}]`;
}
