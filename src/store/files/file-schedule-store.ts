/** How far planning has come, and from when each schedule counts: two small files. */
import { isRoutineId, type RoutineId } from '../../domain/ids.ts';
import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { ScheduleStart, ScheduleStore } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';

export function fileScheduleStore(stateDir: string): ScheduleStore {
  const paths = workspacePaths(stateDir);
  const write = async (path: string, value: unknown): Promise<void> => {
    await makeFolder(stateDir, 0o700);
    await writeDurably(path, JSON.stringify(value));
  };
  return {
    readCursor: async () => {
      const value = tryParseJson((await readTextIfThere(paths.scheduleCursor)) ?? '');
      const plannedTo = isRecord(value) ? value['plannedTo'] : null;
      return { plannedTo: typeof plannedTo === 'string' ? plannedTo : null };
    },
    writeCursor: (cursor) => write(paths.scheduleCursor, cursor),
    readStarts: async () => {
      const value = tryParseJson((await readTextIfThere(paths.scheduleStarts)) ?? '');
      return startsOf(isRecord(value) ? value : {});
    },
    writeStarts: (starts) => write(paths.scheduleStarts, Object.fromEntries(starts)),
  };
}

function startsOf(
  stored: Readonly<Record<string, unknown>>,
): ReadonlyMap<RoutineId, ScheduleStart> {
  const starts = new Map<RoutineId, ScheduleStart>();
  for (const [id, value] of Object.entries(stored)) {
    if (!isRoutineId(id) || !isRecord(value)) continue;
    const { schedule, since } = value;
    if (typeof schedule === 'string' && typeof since === 'string')
      starts.set(id, { schedule, since });
  }
  return starts;
}
