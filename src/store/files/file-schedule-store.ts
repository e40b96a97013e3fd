/** How far planning has come, and from when each schedule counts: two small records. */
import { isRecord } from '../../platform/json.ts';
import { isRoutineId, isRunId, isSlotKey, type RoutineId } from '../../words/ids.ts';
import type { ScheduleStart, ScheduleStore, StartUnderway } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { fileTexts } from './file-texts.ts';
import { listSetAside, readObjectOrSetAside } from './read-record.ts';

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
