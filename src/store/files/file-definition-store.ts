/** Whole definitions, one file each, named by their hash and never changed. */
import { join } from 'node:path';

import { createExclusively, makeFolder } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { DefinitionStore, StoredDefinition } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { readRecord } from './read-record.ts';

export function fileDefinitionStore(stateDir: string): DefinitionStore {
  const folder = workspacePaths(stateDir).definitions;
  const pathOf = (hash: string): string => join(folder, `${hash}.json`);
  return {
    put: async (definition) => {
      await makeFolder(folder, 0o700);
      await createExclusively(pathOf(definition.hash), JSON.stringify(definition));
    },
    read: async (hash) => {
      const found = await readRecord(pathOf(hash), isStoredDefinition);
      return found.kind === 'record' ? found.value : null;
    },
  };
}

function isStoredDefinition(value: unknown): value is StoredDefinition {
  return isRecord(value) && typeof value['hash'] === 'string' && isRecord(value['routine']);
}
