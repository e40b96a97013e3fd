/** Items: one file a key. A key is taken by creating its file exclusively, so no two runs get the same. */
import { isItemKey, type ItemKey } from '../../domain/ids.ts';
import type { Item } from '../../domain/item.ts';
import { createExclusively, listFolder, makeFolder, writeDurably } from '../../platform/files.ts';
import type { ItemStore } from '../ports.ts';
import { itemPath, workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord, readRecords } from './read-record.ts';

export function fileItemStore(stateDir: string): ItemStore {
  const folder = workspacePaths(stateDir).items;
  return {
    reserve: async ({ count, routine, run, now }) => {
      await makeFolder(folder);
      const keys: ItemKey[] = [];
      for (let number = (await highestNumber(folder)) + 1; keys.length < count; number += 1) {
        const key = `RM-${number}`;
        if (!isItemKey(key)) break;
        const item: Item = {
          key,
          state: 'reserved',
          title: '',
          body: '',
          routine,
          run,
          findings: [],
          createdAt: now,
        };
        if (await createExclusively(itemPath(stateDir, key), JSON.stringify(item))) keys.push(key);
      }
      return keys;
    },
    read: async (key) => {
      const read = await readRecord(itemPath(stateDir, key), isItem);
      return read.kind === 'record' ? read.value : null;
    },
    write: async (item) => {
      await makeFolder(folder);
      await writeDurably(itemPath(stateDir, item.key), JSON.stringify(item));
    },
    list: async () => {
      const { values } = await readRecords(folder, isItem);
      return values.toSorted((a, b) => numberOf(a.key) - numberOf(b.key));
    },
  };
}

async function highestNumber(folder: string): Promise<number> {
  const names = await listFolder(folder);
  return names.reduce(
    (highest, name) => Math.max(highest, numberOf(name.replace(/\.json$/, ''))),
    0,
  );
}

function numberOf(key: string): number {
  const number = Number(key.slice('RM-'.length));
  return Number.isSafeInteger(number) ? number : 0;
}

function isItem(value: unknown): value is Item {
  return (
    hasTextFields(value, ['key', 'state', 'title', 'routine', 'run']) &&
    Array.isArray(value['findings'])
  );
}
