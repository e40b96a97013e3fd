/** What became of the ways out that were open during a run, for its report: a line for each that has something to tell. */
import type { Denial } from '../../domain/run.ts';
import { appendText, readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { RunPaths } from '../../store/state-paths.ts';
import type { Purpose } from '../sandbox/contract.ts';

export interface EgressRecord {
  readonly purpose: Purpose;
  readonly denied: readonly Denial[];
  /** Hosts of which a credential of the user was at hand. */
  readonly credentials: readonly string[];
}

/** Many commands that are refused the same in a loop must not fill the disk. */
const MAX_BYTES = 1_000_000;

export async function recordEgress(paths: RunPaths, record: EgressRecord): Promise<void> {
  if (record.denied.length + record.credentials.length === 0) return;
  const before = (await readTextIfThere(paths.egress)) ?? '';
  if (before.length < MAX_BYTES) await appendText(paths.egress, `${JSON.stringify(record)}\n`);
}

/** Empty when there was nothing to tell. A torn last line is left out. */
export async function readEgressRecords(paths: RunPaths): Promise<readonly EgressRecord[]> {
  const lines = ((await readTextIfThere(paths.egress)) ?? '').split('\n');
  return lines.flatMap((line) => {
    const value = tryParseJson(line);
    return isEgressRecord(value) ? [value] : [];
  });
}

function isEgressRecord(value: unknown): value is EgressRecord {
  return isRecord(value) && Array.isArray(value['denied']) && Array.isArray(value['credentials']);
}
