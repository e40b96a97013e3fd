/** Whole definitions, one file each, named by their hash and never changed. */
import { join } from 'node:path';

import { isRecord } from '../../platform/json.ts';
import { DEFAULT_DISK_FLOOR_BYTES } from '../../words/disk-floor.ts';
import type { DefinitionStore, StoredDefinition } from '../definition-ports.ts';
import { filledIn, LATER_ROUTINE_FIELDS } from '../run-folder/run-guards.ts';
import { workspacePaths } from '../state-paths.ts';
import { putHashed } from './hashed-files.ts';
import { readRecord, setAside } from './read-record.ts';

export function fileDefinitionStore(stateDir: string): DefinitionStore {
  const folder = workspacePaths(stateDir).definitions;
  return {
    put: (definition) => putHashed(folder, `${definition.hash}.json`, JSON.stringify(definition)),
    read: async (hash) => {
      const path = join(folder, `${hash}.json`);
      const found = await readRecord(path, isStoredDefinition);
      // A caller that has the definition can then store it again.
      if (found.kind === 'corrupt') await setAside(path);
      return found.kind === 'record' ? ofToday(found.value) : null;
    },
  };
}

/** An older Roundsman may have written it, for a slot that still waits. */
function ofToday(stored: StoredDefinition): StoredDefinition {
  const filled = filledIn({ ...stored }, LATER_FIELDS);
  return isStoredDefinition(filled) ? filled : stored;
}

const LATER_FIELDS = {
  routine: LATER_ROUTINE_FIELDS,
  settings: { diskFloorBytes: DEFAULT_DISK_FLOOR_BYTES, engines: {}, budget: null },
};

function isStoredDefinition(value: unknown): value is StoredDefinition {
  return isRecord(value) && typeof value['hash'] === 'string' && isRecord(value['routine']);
}
