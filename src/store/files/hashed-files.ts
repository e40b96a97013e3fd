/** Files named by the hash of their content: written once, never changed, removed when they are no longer referenced. */
import { join } from 'node:path';

import { listFolder } from '../../platform/files.ts';
import type { HashedSweep } from '../stores.ts';
import { removeOlder } from './file-texts.ts';

const HASH = /^([0-9a-f]{64})(\.json)?$/;

/** Removes the others; gives how many. Files that are not named by a hash are not ours. */
export async function sweepHashed(folder: string, { keep, before }: HashedSweep): Promise<number> {
  const names = (await listFolder(folder)).filter((name) => {
    const hash = HASH.exec(name)?.[1];
    return hash !== undefined && !keep.has(hash);
  });
  return removeOlder(
    names.map((name) => join(folder, name)),
    before,
  );
}
