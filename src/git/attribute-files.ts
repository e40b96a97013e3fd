/** The `.gitattributes` files of a commit: what git goes by when it merges on top of it. */
import type { Buffer } from 'node:buffer';

import { readBlobs } from './cat-file.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface AttributeFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly blob: string;
}

/** Regular files only, as git reads them; none with a name that leads elsewhere. */
const ENTRY = /^100\d{3} blob ([0-9a-f]+)\t((?:[^]*\/)?\.gitattributes)$/;

/** Sorted by path. Throws `git-failed` for a commit that is not there. */
export async function listAttributeFiles(
  context: GitContext,
  commit: string,
): Promise<readonly AttributeFile[]> {
  const { stdout } = await runGitBytes(['ls-tree', '-r', '-z', '--full-tree', commit], context);
  if (!stdout.includes('.gitattributes')) return [];
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((entry): readonly AttributeFile[] => {
      const [, blob = '', path = ''] = ENTRY.exec(entry) ?? [];
      return blob === '' || !staysInside(path) ? [] : [{ path, blob }];
    });
}

export async function readAttributeFiles(
  context: GitContext,
  files: readonly AttributeFile[],
): Promise<readonly (AttributeFile & { readonly content: Buffer })[]> {
  if (files.length === 0) return [];
  const contents = new Map<string, Buffer>();
  const blobs = [...new Set(files.map(({ blob }) => blob))];
  await readBlobs(
    context,
    blobs.map((blob) => ({ blob, size: 0 })),
    (blob, content) => contents.set(blob, content),
  );
  return files.flatMap((file) => {
    const content = contents.get(file.blob);
    return content === undefined ? [] : [{ ...file, content }];
  });
}

function staysInside(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part));
}

// Attributes of paths, as the index says (fill one with `read-tree`), never the working tree.

/** `set`, `unset`, `unspecified` or a value, by attribute, by path. */
export type Attributes = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Paths with nothing but unspecified attributes are not in the map. `context.env` names the index to use. */
export async function checkAttributes(
  context: GitContext,
  attributes: readonly string[],
  paths: readonly string[],
): Promise<Attributes> {
  const found = new Map<string, Record<string, string>>();
  if (paths.length === 0) return found;
  const { stdout } = await runGitBytes(
    [
      '-c',
      'core.attributesFile=/dev/null',
      'check-attr',
      '--cached',
      '-z',
      '--stdin',
      ...attributes,
    ],
    { ...context, stdin: `${paths.join('\0')}\0` },
  );
  const words = stdout.toString('utf8').split('\0');
  for (let index = 0; index + 2 < words.length; index += 3) {
    const [path = '', name = '', value = ''] = words.slice(index, index + 3);
    if (value === 'unspecified') continue;
    const known = found.get(path);
    if (known === undefined) found.set(path, { [name]: value });
    else known[name] = value;
  }
  return found;
}
