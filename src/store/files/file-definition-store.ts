/** Whole definitions, one file each, named by their hash. */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { DefinitionStore, StoredDefinition } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { readRecord } from './read-record.ts';

export function fileDefinitionStore(stateDir: string): DefinitionStore {
  const folder = workspacePaths(stateDir).definitions;
  const pathOf = (hash: string): string => join(folder, `${hash}.json`);
  return {
    put: async (definition) => {
      const path = pathOf(definition.hash);
      const text = JSON.stringify(definition);
      if ((await readTextIfThere(path)) === text) return;
      await makeFolder(folder, 0o700);
      await writeDurably(path, text);
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
