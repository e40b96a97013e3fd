/** Slot records: one file each, created exclusively. */
import { join } from 'node:path';

import type { RoutineId, SlotKey } from '../../domain/ids.ts';
import { isFinal, type SlotRecord } from '../../domain/slot.ts';
import { createExclusively, listFolder, makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { SlotFilter, SlotStore } from '../ports.ts';
import { slotPath, workspacePaths } from '../state-paths.ts';
import { readRecord, readRecords } from './read-record.ts';

export function fileSlotStore(stateDir: string): SlotStore {
  const folder = workspacePaths(stateDir).slots;
  const pathOf = (routine: RoutineId, key: SlotKey): string =>
    slotPath(stateDir, routine, `${encodeURIComponent(key)}.json`);
  const create: SlotStore['create'] = async (record) => {
    await makeFolder(join(folder, record.routine));
    return createExclusively(pathOf(record.routine, record.slot.key), JSON.stringify(record));
  };
  const list: SlotStore['list'] = async (filter = {}) => {
    const routines = filter.routine === undefined ? await listFolder(folder) : [filter.routine];
    const parts = await Promise.all(
      routines.map((name) => readRecords(join(folder, name), isSlotRecord)),
    );
    const records = parts
      .flatMap((part) => part.values)
      .filter((record) => isWithin(record, filter))
      .toSorted((a, b) => (a.slot.scheduledFor < b.slot.scheduledFor ? 1 : -1));
    return { records: records.slice(0, filter.limit), corrupt: [] };
  };
  return {
    create,
    createAll: async (records) => {
      const made: boolean[] = [];
      for (const record of records) made.push(await create(record));
      return made;
    },
    read: async (routine, key) => {
      const found = await readRecord(pathOf(routine, key), isSlotRecord);
      return found.kind === 'record' ? found.value : null;
    },
    updateAll: async (records) => {
      for (const record of records)
        await writeDurably(pathOf(record.routine, record.slot.key), JSON.stringify(record));
    },
    listOpen: async () => {
      const { records } = await list();
      return records.filter(({ state }) => !isFinal(state)).toReversed();
    },
    list,
    fold: async () => undefined,
  };
}

function isWithin({ slot }: SlotRecord, { from, to }: SlotFilter): boolean {
  return (
    (from === undefined || slot.scheduledFor >= from) &&
    (to === undefined || slot.scheduledFor < to)
  );
}

function isSlotRecord(value: unknown): value is SlotRecord {
  return (
    isRecord(value) &&
    typeof value['routine'] === 'string' &&
    isRecord(value['slot']) &&
    isRecord(value['state'])
  );
}
