/** Plans: one record each, created exclusively so that taking over what a run left twice makes one. */
import type { ItemPlan } from '../../words/item.ts';
import type { PlanStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields, readRecords, readStored } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

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
