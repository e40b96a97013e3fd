/**
 * Pauses, one record a routine; what stays of one that ended is when it did. One that cannot be read counts as a pause:
 * better that a person says `resume` once more than that something starts which was stopped.
 */
import { basename } from 'node:path';

import { isRecord } from '../../platform/json.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { isPausedAt, type Pause } from '../../words/scheduled-routine.ts';
import type { CorruptRecord, PauseStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { readRecords, readStored } from './read-record.ts';

interface StoredPause {
  readonly routine: RoutineId;
  readonly pause: Pause | null;
  readonly resumedAt: string | null;
}

export function filePauseStore(stateDir: string): PauseStore {
  return pauseStore(fileTexts(stateDir, 'pauses'));
}

export function pauseStore(texts: RecordTexts): PauseStore {
  const write = (stored: StoredPause): Promise<void> =>
    texts.write(`${stored.routine}.json`, JSON.stringify(stored));
  const all = async (): Promise<readonly StoredPause[]> => {
    const { values, corrupt } = await readRecords(texts, isStoredPause);
    const unreadable = await Promise.all(corrupt.map((one) => pauseOfUnreadable(texts, one)));
    return [...values, ...unreadable.flat()];
  };
  return {
    list: async (at) =>
      (await all()).flatMap(({ pause }) =>
        pause === null || !isPausedAt(pause, at) ? [] : [pause],
      ),
    write: (pause) => write({ routine: pause.routine, pause, resumedAt: null }),
    remove: async (routine, at) => {
      const name = `${routine}.json`;
      const found = await readStored(texts, name, isStoredPause);
      if (found.kind === 'corrupt') await texts.setAside(name);
      else if (found.kind === 'nothing' || found.value.pause === null) return false;
      else if (!isPausedAt(found.value.pause, at)) return false;
      await write({ routine, pause: null, resumedAt: at });
      return true;
    },
    listResumed: async (at) =>
      new Map(
        (await all()).flatMap(({ routine, pause, resumedAt }) => {
          const ended = pause === null || isPausedAt(pause, at) ? resumedAt : pause.until;
          return ended === null || ended === undefined ? [] : [[routine, ended] as const];
        }),
      ),
  };
}

async function pauseOfUnreadable(
  texts: RecordTexts,
  { path, problem }: CorruptRecord,
): Promise<readonly StoredPause[]> {
  const routine = basename(path, '.json');
  if (!isRoutineId(routine)) return [];
  const at = ((await texts.writtenAt(basename(path))) ?? new Date(0)).toISOString();
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
        (pause['until'] === undefined ||
          (typeof pause['until'] === 'string' && !Number.isNaN(Date.parse(pause['until'])))) &&
        ['routine', 'by', 'at', 'reason'].every((key) => typeof pause[key] === 'string')))
  );
}
