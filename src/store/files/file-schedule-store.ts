/** How far planning has come, and from when each schedule counts: two small records. */
import { basename } from 'node:path';

import { isRecord } from '../../platform/json.ts';
import { isRoutineId, isRunId, isSlotKey, type RoutineId } from '../../words/ids.ts';
import { isPausedAt, type Pause } from '../../words/scheduled-routine.ts';
import type {
  ScheduleStart,
  ScheduleStore,
  StartUnderway,
  CorruptRecord,
  PauseStore,
} from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { listSetAside, readObjectOrSetAside, readRecords, readStored } from './read-record.ts';

export function fileScheduleStore(stateDir: string): ScheduleStore {
  return scheduleStore(fileTexts(stateDir, 'workspace'));
}

const CURSOR = 'schedule-cursor.json';
const STARTS = 'schedule-starts.json';

export function scheduleStore(texts: RecordTexts): ScheduleStore {
  return {
    readCursor: async () => {
      const value = await readObjectOrSetAside(texts, CURSOR);
      if (value === null) return { plannedTo: null };
      const plannedTo = instantIn(value, 'plannedTo');
      const starting = startingOf(value['starting']);
      return starting.length === 0 ? { plannedTo } : { plannedTo, starting };
    },
    writeCursor: (cursor) => texts.write(CURSOR, JSON.stringify(cursor)),
    readStarts: async () => startsOf((await readObjectOrSetAside(texts, STARTS)) ?? {}),
    writeStarts: (starts) => texts.write(STARTS, JSON.stringify(Object.fromEntries(starts))),
    listSetAside: () => listSetAside(texts),
  };
}

function startsOf(
  stored: Readonly<Record<string, unknown>>,
): ReadonlyMap<RoutineId, ScheduleStart> {
  const starts = new Map<RoutineId, ScheduleStart>();
  for (const [id, value] of Object.entries(stored)) {
    if (!isRoutineId(id) || !isRecord(value)) continue;
    const { schedule, gone } = value;
    const since = instantIn(value, 'since');
    if (typeof schedule !== 'string' || since === null) continue;
    const at = isRecord(gone) ? instantIn(gone, 'at') : null;
    const plannedTo = isRecord(gone) ? instantIn(gone, 'plannedTo') : null;
    const behind = instantIn(value, 'behind');
    starts.set(id, {
      schedule,
      since,
      ...(at === null ? {} : { gone: { at, plannedTo } }),
      ...(behind === null ? {} : { behind }),
    });
  }
  return starts;
}

function startingOf(value: unknown): readonly StartUnderway[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((start: unknown) => {
    if (!isRecord(start)) return [];
    const { routine, key, runId } = start;
    if (typeof routine !== 'string' || typeof key !== 'string' || typeof runId !== 'string')
      return [];
    const known = isRoutineId(routine) && isSlotKey(key) && isRunId(runId);
    return known ? [{ routine, key, runId }] : [];
  });
}

function instantIn(value: Readonly<Record<string, unknown>>, key: string): string | null {
  const text = value[key];
  return typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? text : null;
}

// Pauses, one record a routine; what stays of one that ended is when it did. One that cannot be read counts as a pause:
// better that a person says `resume` once more than that something starts which was stopped.
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
