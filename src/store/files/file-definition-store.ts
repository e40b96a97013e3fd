/** Whole definitions, one record each, named by their hash and never changed. */
import { isRecord } from '../../platform/json.ts';
import { DEFAULT_DISK_FLOOR_BYTES } from '../../words/disk-floor.ts';
import type { DefinitionStore, StoredDefinition } from '../definition-ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { filledIn, LATER_ROUTINE_FIELDS } from '../run-folder/run-guards.ts';
import { fileTexts } from './file-texts.ts';
import { readStored } from './read-record.ts';

export function fileDefinitionStore(stateDir: string): DefinitionStore {
  return definitionStore(fileTexts(stateDir, 'definitions'));
}

export function definitionStore(texts: RecordTexts): DefinitionStore {
  return {
    // One that is there already counts as written now, so that no sweep takes it.
    put: async (definition) => {
      const name = `${definition.hash}.json`;
      if (!(await texts.touch(name))) await texts.create(name, JSON.stringify(definition));
    },
    read: async (hash) => {
      const name = `${hash}.json`;
      const found = await readStored(texts, name, isStoredDefinition);
      // A caller that has the definition can then store it again.
      if (found.kind === 'corrupt') await texts.setAside(name);
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
