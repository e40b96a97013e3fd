/** Pauses, one file a routine; what stays of one that ended is when it did. */
import { join } from 'node:path';

import { isRoutineId, type RoutineId } from '../../domain/ids.ts';
import type { Pause } from '../../domain/scheduled-routine.ts';
import { makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import type { PauseStore } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { readRecord, readRecords } from './read-record.ts';

interface StoredPause {
  readonly routine: RoutineId;
  readonly pause: Pause | null;
  readonly resumedAt: string | null;
}

export function filePauseStore(stateDir: string): PauseStore {
  const folder = workspacePaths(stateDir).pauses;
  const write = async (stored: StoredPause): Promise<void> => {
    await makeFolder(folder, 0o700);
    await writeDurably(join(folder, `${stored.routine}.json`), JSON.stringify(stored));
  };
  const all = async (): Promise<readonly StoredPause[]> =>
    (await readRecords(folder, isStoredPause)).values;
  return {
    list: async () => (await all()).flatMap(({ pause }) => (pause === null ? [] : [pause])),
    write: (pause) => write({ routine: pause.routine, pause, resumedAt: null }),
    remove: async (routine, at) => {
      const found = await readRecord(join(folder, `${routine}.json`), isStoredPause);
      if (found.kind !== 'record' || found.value.pause === null) return false;
      await write({ routine, pause: null, resumedAt: at });
      return true;
    },
    listResumed: async () =>
      new Map(
        (await all()).flatMap(({ routine, resumedAt }) =>
          resumedAt === null ? [] : [[routine, resumedAt] as const],
        ),
      ),
  };
}

function isStoredPause(value: unknown): value is StoredPause {
  return isRecord(value) && typeof value['routine'] === 'string' && isRoutineId(value['routine']);
}
