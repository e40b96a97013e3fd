/** Items: one record a key. A key is taken by creating its record exclusively, so no two runs get the same. */
import { AppError } from '../../words/errors.ts';
import { isItemKey, type ItemKey } from '../../words/ids.ts';
import type { Item, ItemPlan } from '../../words/item.ts';
import type { ItemStore, PlanStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { replaceRecord } from './file-record-store.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields, readRecords, readStored } from './read-record.ts';

export function fileItemStore(stateDir: string): ItemStore {
  return itemStore(fileTexts(stateDir, 'items'));
}

export function itemStore(texts: RecordTexts): ItemStore {
  const readOne = async (key: ItemKey): Promise<Item | null> => {
    const read = await readStored(texts, `${key}.json`, isItem);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    reserve: async ({ count, routine, run, now }) => {
      const empty = { state: 'reserved', title: '', body: '', findings: [] } as const;
      const keys: ItemKey[] = [];
      let number = await highestNumber(texts);
      while (keys.length < count) {
        const made = await takeKey(texts, number + 1, {
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
      const made = await takeKey(texts, (await highestNumber(texts)) + 1, content);
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
        texts,
        name: `${after.key}.json`,
        what: `the item ${after.key}`,
        guard: isItem,
        before,
        after,
      }),
    list: async () => {
      const { values } = await readRecords(texts, isItem);
      return values.toSorted((a, b) => numberOf(a.key) - numberOf(b.key));
    },
    stamp: () => texts.stamp(),
  };
}

/** The first free key from that number on, with its item; `null` when there is none. */
async function takeKey(
  texts: RecordTexts,
  from: number,
  content: Omit<Item, 'key'>,
): Promise<Item | null> {
  for (let number = from; ; number += 1) {
    const key = `RM-${number}`;
    if (!isItemKey(key)) return null;
    const item: Item = { key, ...content };
    if (await texts.create(`${key}.json`, JSON.stringify(item))) return item;
  }
}

async function highestNumber(texts: RecordTexts): Promise<number> {
  const names = await texts.names();
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

// Plans: one record each, created exclusively so that taking over what a run left twice makes one.
export function filePlanStore(stateDir: string): PlanStore {
  return planStore(fileTexts(stateDir, 'plans'));
}

/** Ids are ULIDs in lower case, as runs have. */
export function planStore(texts: RecordTexts): PlanStore {
  const readOne = async (id: string): Promise<ItemPlan | null> => {
    const read = await readStored(texts, `${id}.json`, isPlan);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: (plan) => texts.create(`${plan.id}.json`, JSON.stringify(plan)),
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: `${after.id}.json`,
        what: `the plan of ${after.item}`,
        guard: isPlan,
        before,
        after,
      }),
    list: async () => {
      const { values } = await readRecords(texts, isPlan);
      return values.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
}

function isPlan(value: unknown): value is ItemPlan {
  return (
    hasTextFields(value, ['id', 'item', 'state', 'engine', 'createdAt']) &&
    Array.isArray(value['tasks']) &&
    Array.isArray(value['problems'])
  );
}
