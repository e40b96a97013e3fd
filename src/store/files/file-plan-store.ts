/** Plans: one file each, created exclusively so that taking over what a run left twice makes one. */
import { createExclusively, makeFolder, writeDurably } from '../../platform/files.ts';
import type { ItemPlan } from '../../words/item-plan.ts';
import type { PlanStore } from '../ports.ts';
import { planPath, workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord, readRecords } from './read-record.ts';

export function filePlanStore(stateDir: string): PlanStore {
  const folder = workspacePaths(stateDir).plans;
  return {
    create: async (plan) => {
      await makeFolder(folder);
      return createExclusively(planPath(stateDir, plan.id), JSON.stringify(plan));
    },
    read: async (id) => {
      const read = await readRecord(planPath(stateDir, id), isPlan);
      return read.kind === 'record' ? read.value : null;
    },
    write: async (plan) => writeDurably(planPath(stateDir, plan.id), JSON.stringify(plan)),
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
