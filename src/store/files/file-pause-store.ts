/**
 * Pauses, one file a routine; what stays of one that ended is when it did. One that cannot be read counts as a pause:
 * better that a person says `resume` once more than that something starts which was stopped.
 */
import { basename, join } from 'node:path';

import { inspectPath, makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import type { CorruptRecord, PauseStore } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { readRecord, readRecords, setAside } from './read-record.ts';

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
  const all = async (): Promise<readonly StoredPause[]> => {
    const { values, corrupt } = await readRecords(folder, isStoredPause);
    const unreadable = await Promise.all(corrupt.map(pauseOfUnreadable));
    return [...values, ...unreadable.flat()];
  };
  return {
    list: async () => (await all()).flatMap(({ pause }) => (pause === null ? [] : [pause])),
    write: (pause) => write({ routine: pause.routine, pause, resumedAt: null }),
    remove: async (routine, at) => {
      const path = join(folder, `${routine}.json`);
      const found = await readRecord(path, isStoredPause);
      if (found.kind === 'corrupt') await setAside(path);
      else if (found.kind === 'nothing' || found.value.pause === null) return false;
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

async function pauseOfUnreadable({
  path,
  problem,
}: CorruptRecord): Promise<readonly StoredPause[]> {
  const routine = basename(path, '.json');
  if (!isRoutineId(routine)) return [];
  const facts = await inspectPath(path);
  const at = new Date(facts?.mtimeMs ?? 0).toISOString();
  const reason = `what was said of it cannot be read: ${path}: ${problem}`;
  return [{ routine, pause: { routine, by: 'roundsman', at, reason }, resumedAt: null }];
}

function isStoredPause(value: unknown): value is StoredPause {
  if (!isRecord(value)) return false;
  const { routine, pause, resumedAt } = value;
  return (
    typeof routine === 'string' &&
    isRoutineId(routine) &&
    (resumedAt === null || typeof resumedAt === 'string') &&
    (pause === null ||
      (isRecord(pause) &&
        ['routine', 'by', 'at', 'reason'].every((key) => typeof pause[key] === 'string')))
  );
}
