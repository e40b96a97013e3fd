/** Payloads of events, one file each, named by the hash of their bytes. */
import { join } from 'node:path';

import { makeFolder, readBytesIfThere } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import {
  forAll,
  removeFile,
  renameOver,
  syncNames,
  uniqueName,
  writeNewSynced,
} from '../../platform/many-files.ts';
import type { EventStore } from '../definition-ports.ts';
import { eventPayloads } from '../event-payloads.ts';
import { workspacePaths } from '../state-paths.ts';
import { setAside } from './read-record.ts';

export function fileEventStore(stateDir: string): EventStore {
  const folder = workspacePaths(stateDir).events;
  const putAll: EventStore['putAll'] = async (payloads) => {
    if (payloads.length === 0) return [];
    await makeFolder(folder, 0o700);
    const hashes = await forAll(payloads, (payload) => putOne(folder, payload));
    await syncNames(folder);
    return hashes;
  };
  return eventPayloads({
    putAll,
    bytesOf: (hash) => readBytesIfThere(join(folder, hash)),
    setAside: (hash) => setAside(join(folder, hash)),
  });
}

/** Over what may be there: the same bytes, and from now on as young as the slot that needs them. */
async function putOne(folder: string, payload: Uint8Array): Promise<string> {
  const hash = sha256(payload);
  const temporary = join(folder, uniqueName(hash));
  try {
    await writeNewSynced(temporary, payload);
    await renameOver(temporary, join(folder, hash));
  } catch (thrown) {
    await removeFile(temporary);
    throw thrown;
  }
  return hash;
}
