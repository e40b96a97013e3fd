/** The disk use of the workspace at its last measurement, for callers that have no time to measure it. */
import { makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { formatBytes } from '../words/byte-size.ts';

export interface DiskUse {
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly usedBytes: number;
  /** What of it a clean-up may remove now. */
  readonly reclaimableBytes: number;
  /** `null`: no ceiling. */
  readonly ceilingBytes: number | null;
  /** By how much it is above the ceiling when all is removed that may be. */
  readonly overBytes: number;
}

export async function writeDiskUse(stateDir: string, use: DiskUse): Promise<void> {
  await makeFolder(stateDir, 0o700);
  await writeDurably(machinePaths(stateDir).diskUse, JSON.stringify(use));
}

/** One small read; `null` before the first measurement. */
export async function readDiskUse(stateDir: string): Promise<DiskUse | null> {
  const text = await readTextIfThere(machinePaths(stateDir).diskUse);
  const value = text === null ? undefined : tryParseJson(text);
  return isDiskUse(value) ? value : null;
}

/** What is to be said of it, or `null`: a warning that no clean-up gets below the ceiling. */
export function ceilingWarning(use: DiskUse | null): string | null {
  if (use === null || use.ceilingBytes === null || use.overBytes === 0) return null;
  const [used, ceiling] = [formatBytes(use.usedBytes), formatBytes(use.ceilingBytes)];
  return `what runs left takes ${used}, more than keep.disk (${ceiling}), and the rest is work that was not handed back or is in use: roundsman gc --dry-run`;
}

function isDiskUse(value: unknown): value is DiskUse {
  return (
    isRecord(value) &&
    typeof value['measuredAt'] === 'string' &&
    typeof value['usedBytes'] === 'number' &&
    typeof value['reclaimableBytes'] === 'number' &&
    typeof value['overBytes'] === 'number' &&
    'ceilingBytes' in value
  );
}
