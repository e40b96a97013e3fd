/** Slot records: one file each, created exclusively. */
import { join } from 'node:path';

import { AppError } from '../../domain/errors.ts';
import type { RoutineId, SlotKey } from '../../domain/ids.ts';
import type { SlotRecord } from '../../domain/slot.ts';
import { createExclusively, listFolder, makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { SlotStore } from '../ports.ts';
import { slotPath, workspacePaths } from '../state-paths.ts';
import { readRecord, readRecords } from './read-record.ts';

export function fileSlotStore(stateDir: string): SlotStore {
  const pathOf = (routine: RoutineId, key: SlotKey): string =>
    slotPath(stateDir, routine, `${encodeURIComponent(key)}.json`);
  const read: SlotStore['read'] = async (routine, key) => {
    const found = await readRecord(pathOf(routine, key), isSlotRecord);
    return found.kind === 'record' ? found.value : null;
  };
  return {
    create: async (record) => {
      await makeFolder(join(workspacePaths(stateDir).slots, record.routine));
      return createExclusively(pathOf(record.routine, record.slot.key), JSON.stringify(record));
    },
    read,
    update: async (routine, key, state) => {
      const record = await read(routine, key);
      if (record === null) {
        throw new AppError('not-found', {
          code: 'no-such-slot',
          message: `no slot ${key} of ${routine}`,
          hint: '',
        });
      }
      await writeDurably(pathOf(routine, key), JSON.stringify({ ...record, state }));
    },
    list: async (routine) => {
      const folder = workspacePaths(stateDir).slots;
      const routines = routine === undefined ? await listFolder(folder) : [routine];
      const read = await Promise.all(
        routines.map((name) => readRecords(join(folder, name), isSlotRecord)),
      );
      return read
        .flatMap((part) => part.values)
        .toSorted((a, b) => (a.slot.scheduledFor < b.slot.scheduledFor ? 1 : -1));
    },
  };
}

function isSlotRecord(value: unknown): value is SlotRecord {
  return (
    isRecord(value) &&
    typeof value['routine'] === 'string' &&
    isRecord(value['slot']) &&
    isRecord(value['state'])
  );
}
