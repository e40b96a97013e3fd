/** Plans: one file each, created exclusively so that taking over what a run left twice makes one. */
import { createExclusively, makeFolder } from '../../platform/files.ts';
import type { ItemPlan } from '../../words/item-plan.ts';
import type { PlanStore } from '../ports.ts';
import { planPath, workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord, readRecords } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function filePlanStore(stateDir: string): PlanStore {
  const folder = workspacePaths(stateDir).plans;
  const readOne = async (id: string): Promise<ItemPlan | null> => {
    const read = await readRecord(planPath(stateDir, id), isPlan);
    return read.kind === 'record' ? read.value : null;
  };
  return {
    create: async (plan) => {
      await makeFolder(folder);
      return createExclusively(planPath(stateDir, plan.id), JSON.stringify(plan));
    },
    read: readOne,
    replace: (before, after) =>
      replaceRecord({
        path: planPath(stateDir, after.id),
        lock: workspacePaths(stateDir).recordLock,
        what: `the plan of ${after.item}`,
        before,
        after,
        read: () => readOne(after.id),
      }),
    list: async () => {
      const { values } = await readRecords(folder, isPlan);
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
