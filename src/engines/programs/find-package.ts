import { dirname, join } from 'node:path';

import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';

/** The package of npm that a program is a part of. */
export interface FoundPackage {
  readonly name: string;
  /** Absolute path of its folder, links resolved. */
  readonly root: string;
  readonly version: string | null;
}

/** Programs lie at most this deep in their packages. */
const MAX_DEPTH = 8;

/** `file` has its links resolved. `null` when none of the folders above it is one of these packages. */
export async function findPackage(
  file: string,
  names: readonly string[],
): Promise<FoundPackage | null> {
  let root = dirname(file);
  for (let depth = 0; depth < MAX_DEPTH && root !== dirname(root); depth += 1) {
    const found = await packageAt(root, names);
    if (found !== null) return found;
    root = dirname(root);
  }
  return null;
}

async function packageAt(root: string, names: readonly string[]): Promise<FoundPackage | null> {
  const content = tryParseJson((await readTextIfThere(join(root, 'package.json'))) ?? '');
  if (!isRecord(content)) return null;
  const { name, version } = content;
  if (typeof name !== 'string' || !names.includes(name)) return null;
  return { name, root, version: typeof version === 'string' ? version : null };
}
