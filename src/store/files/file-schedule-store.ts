/** How far planning has come, and from when each schedule counts: two small files. */
import { makeFolder, writeDurably } from '../../platform/files.ts';
import { isRecord } from '../../platform/json.ts';
import { isRoutineId, isRunId, isSlotKey, type RoutineId } from '../../words/ids.ts';
import type { ScheduleStart, ScheduleStore, StartUnderway } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { listSetAside, readObjectOrSetAside } from './read-record.ts';

export function fileScheduleStore(stateDir: string): ScheduleStore {
  const paths = workspacePaths(stateDir);
  const write = async (path: string, value: unknown): Promise<void> => {
    await makeFolder(stateDir, 0o700);
    await writeDurably(path, JSON.stringify(value));
  };
  return {
    readCursor: async () => {
      const value = await readObjectOrSetAside(paths.scheduleCursor);
      if (value === null) return { plannedTo: null };
      const plannedTo = instantIn(value, 'plannedTo');
      const starting = startingOf(value['starting']);
      return starting.length === 0 ? { plannedTo } : { plannedTo, starting };
    },
    writeCursor: (cursor) => write(paths.scheduleCursor, cursor),
    readStarts: async () => startsOf((await readObjectOrSetAside(paths.scheduleStarts)) ?? {}),
    writeStarts: (starts) => write(paths.scheduleStarts, Object.fromEntries(starts)),
    listSetAside: () => listSetAside(stateDir),
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
