/** Items: one file a key. A key is taken by creating its file exclusively, so no two runs get the same. */
import { createExclusively, listFolder, makeFolder } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { isItemKey, type ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { ItemStore } from '../ports.ts';
import { itemPath, workspacePaths } from '../state-paths.ts';
import { folderStamp, hasTextFields, readRecord, readRecords } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileItemStore(stateDir: string): ItemStore {
  const folder = workspacePaths(stateDir).items;
  const readOne = async (key: ItemKey): Promise<Item | null> => {
    const read = await readRecord(itemPath(stateDir, key), isItem);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    reserve: async ({ count, routine, run, now }) => {
      await makeFolder(folder);
      const empty = { state: 'reserved', title: '', body: '', findings: [] } as const;
      const keys: ItemKey[] = [];
      let number = await highestNumber(folder);
      while (keys.length < count) {
        const made = await takeKey(stateDir, number + 1, {
          ...empty,
          routine,
          run,
          createdAt: now,
        });
        if (made === null) break;
        keys.push(made.key);
        number = numberOf(made.key);
      }
      return keys;
    },
    make: async (content) => {
      await makeFolder(folder);
      const made = await takeKey(stateDir, (await highestNumber(folder)) + 1, content);
      if (made !== null) return made;
      throw new AppError('refused', {
        code: 'no-more-keys',
        message: 'every key that an item can have has been used',
        hint: '',
      });
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        path: itemPath(stateDir, after.key),
        lock: workspacePaths(stateDir).recordLock,
        what: `the item ${after.key}`,
        before,
        after,
        read: () => readOne(after.key),
      }),
    list: async () => {
      const { values } = await readRecords(folder, isItem);
      return values.toSorted((a, b) => numberOf(a.key) - numberOf(b.key));
    },
    stamp: () => folderStamp(folder),
  };
}

/** The first free key from that number on, with its item; `null` when there is none. */
async function takeKey(
  stateDir: string,
  from: number,
  content: Omit<Item, 'key'>,
): Promise<Item | null> {
  for (let number = from; ; number += 1) {
    const key = `RM-${number}`;
    if (!isItemKey(key)) return null;
    const item: Item = { key, ...content };
    if (await createExclusively(itemPath(stateDir, key), JSON.stringify(item))) return item;
  }
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
    hasTextFields(value, ['key', 'state', 'title']) &&
    isTextOrNull(value['routine']) &&
    isTextOrNull(value['run']) &&
    Array.isArray(value['findings'])
  );
}

/** A person's items have neither. */
function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
