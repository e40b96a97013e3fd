/** Files named by the hash of their content: written once, never changed, removed when they are no longer referenced. */
import { join } from 'node:path';

import { createExclusively, inspectPath, listFolder, makeFolder } from '../../platform/files.ts';
import { forAll, removeFile, touchFile, versionOf } from '../../platform/many-files.ts';
import type { HashedSweep } from '../stores.ts';

const HASH = /^([0-9a-f]{64})(\.json)?$/;

/** Durable when it resolves. One that is there already counts as written now, so that no sweep takes it. */
export async function putHashed(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  const path = join(folder, name);
  if ((await versionOf(path)) !== null) return touchFile(path);
  await makeFolder(folder, 0o700);
  await createExclusively(path, content);
}

/** Removes the others; gives how many. Files that are not named by a hash are not ours. */
export async function sweepHashed(folder: string, { keep, before }: HashedSweep): Promise<number> {
  const names = (await listFolder(folder)).filter((name) => {
    const hash = HASH.exec(name)?.[1];
    return hash !== undefined && !keep.has(hash);
  });
  const removed = await forAll(names, async (name) => {
    const path = join(folder, name);
    const facts = await inspectPath(path);
    if (facts === null || facts.mtimeMs >= before.getTime()) return 0;
    await removeFile(path);
    return 1;
  });
  return removed.filter((one) => one === 1).length;
}
