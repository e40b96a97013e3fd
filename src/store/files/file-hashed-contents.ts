/** Which hashes settings name, and removing the definitions and payloads that are no longer named. */
import { join } from 'node:path';

import { listFolder } from '../../platform/files.ts';
import { forAll, readSmallFile } from '../../platform/many-files.ts';
import { workspacePaths } from '../state-paths.ts';
import type { HashedContents, HashedSweep } from '../stores.ts';
import { removeOlder } from './file-texts.ts';

// Files named by the hash of their content: written once, never changed, removed when they are no longer referenced.

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

export function fileHashedContents(stateDir: string): HashedContents {
  const paths = workspacePaths(stateDir);
  const { deployments, enabled, enabledSources, pauses, definitions, events } = paths;
  return {
    listNamed: async () => {
      const folders = [stateDir, deployments, enabled, enabledSources, pauses];
      return (await Promise.all(folders.map(namedInFolder))).flat();
    },
    sweep: async (sweep) =>
      (await sweepHashed(definitions, sweep)) + (await sweepHashed(events, sweep)),
  };
}

/** All that looks like a hash. */
async function namedInFolder(folder: string): Promise<readonly string[]> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const texts = await forAll(names, (name) => readSmallFile(join(folder, name)));
  return texts.flatMap((text) => (text ?? '').match(/\b[0-9a-f]{64}\b/g) ?? []);
}
