/** Payloads of events, one file each, named by the hash of their bytes. */
import { join } from 'node:path';

import { inspectPath, readBytes } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import type { EventStore } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { putHashed } from './hashed-files.ts';

export function fileEventStore(stateDir: string): EventStore {
  const folder = workspacePaths(stateDir).events;
  return {
    put: async (payload) => {
      const hash = sha256(payload);
      await putHashed(folder, hash, payload);
      return hash;
    },
    read: async (hash) => {
      const path = join(folder, hash);
      return (await inspectPath(path)) === null ? null : readBytes(path);
    },
  };
}
