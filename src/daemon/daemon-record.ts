/** The newest daemon of a workspace, kept after it ended: whose state folder it is, and whether it ended in order. */
import { makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { machinePaths } from '../store/machine-paths.ts';

export interface DaemonRecord {
  readonly name: string;
  /** The checkout that it was started for, absolute. */
  readonly root: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
  /** `null`: it still runs, or it ended without a word. */
  readonly stoppedAt: string | null;
}

export async function writeDaemonRecord(stateDir: string, record: DaemonRecord): Promise<void> {
  await makeFolder(stateDir, 0o700);
  await writeDurably(machinePaths(stateDir).daemonRecord, JSON.stringify(record));
}

export async function readDaemonRecord(stateDir: string): Promise<DaemonRecord | null> {
  const value = tryParseJson((await readTextIfThere(machinePaths(stateDir).daemonRecord)) ?? '');
  return isDaemonRecord(value) ? value : null;
}

function isDaemonRecord(value: unknown): value is DaemonRecord {
  return (
    isRecord(value) &&
    ['name', 'root', 'since'].every((key) => typeof value[key] === 'string') &&
    typeof value['pid'] === 'number' &&
    (value['stoppedAt'] === null || typeof value['stoppedAt'] === 'string')
  );
}
