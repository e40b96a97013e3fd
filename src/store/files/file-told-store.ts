/** What messages were made of, one empty file each; its name is a hash, because keys hold what file names must not. */
import { join } from 'node:path';

import {
  createExclusively,
  inspectPath,
  listFolder,
  makeFolder,
  removeTree,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import type { ToldStore } from '../message-ports.ts';
import { workspacePaths } from '../state-paths.ts';

export function fileToldStore(stateDir: string): ToldStore {
  const folder = workspacePaths(stateDir).told;
  const pathOf = (key: string): string => join(folder, sha256(key).slice(0, 32));
  return {
    has: async (key) => (await inspectPath(pathOf(key))) !== null,
    note: async (key) => {
      await makeFolder(folder, 0o700);
      await createExclusively(pathOf(key), '');
    },
    drop: async (before) => {
      let dropped = 0;
      for (const name of await listFolder(folder)) {
        const path = join(folder, name);
        const facts = await inspectPath(path);
        if (facts === null || facts.mtimeMs >= before.getTime()) continue;
        await removeTree(path);
        dropped += 1;
      }
      return dropped;
    },
  };
}
