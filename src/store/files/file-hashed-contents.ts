/** Which hashes settings name, and removing the definitions and payloads that are no longer named. */
import { join } from 'node:path';

import { listFolder } from '../../platform/files.ts';
import { forAll, readSmallFile } from '../../platform/many-files.ts';
import { workspacePaths } from '../state-paths.ts';
import type { HashedContents } from '../stores.ts';
import { sweepHashed } from './hashed-files.ts';

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
