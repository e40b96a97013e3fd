/**
 * Ended runs that the index has no room for: by id, what searches ask of them. A search for certain runs, or for those that
 * have not ended, need not open these. The file can be rebuilt, and holds only facts that never change.
 */
import { join } from 'node:path';

import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { writeCache } from '../../platform/write-cache.ts';
import { isRoutineId, isRunId, type RoutineId, type RunId } from '../../words/ids.ts';
import { workspacePaths } from '../state-paths.ts';
import { parseOnce } from './parse-once.ts';

export interface OlderRun {
  readonly routine: RoutineId;
  /** `null`: it made none. */
  readonly branch: string | null;
  readonly endedAt: string | null;
  readonly isPart: boolean;
}

export type OlderRuns = ReadonlyMap<RunId, OlderRun>;

/** The newest of them. */
const MOST = 100_000;
const GENERATION = 2;

export async function readOlderRuns(stateDir: string): Promise<OlderRuns> {
  return parsed((await readTextIfThere(pathOf(stateDir)).catch(() => null)) ?? '');
}

const parsed = parseOnce((text: string): OlderRuns => {
  const value = tryParseJson(text);
  if (!isRecord(value) || value['generation'] !== GENERATION) return new Map();
  const { runs } = value;
  if (!isRecord(runs)) return new Map();
  const found = new Map<RunId, OlderRun>();
  for (const [id, row] of Object.entries(runs)) {
    const run = runIn(row);
    if (isRunId(id) && run !== null) found.set(id, run);
  }
  return found;
});

function runIn(row: unknown): OlderRun | null {
  if (!Array.isArray(row)) return null;
  const values: readonly unknown[] = row;
  const [routine, branch, endedAt, isPart] = values;
  if (typeof routine !== 'string' || !isRoutineId(routine)) return null;
  if (!isTextOrNull(branch) || !isTextOrNull(endedAt) || typeof isPart !== 'boolean') return null;
  return { routine, branch, endedAt, isPart };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export async function writeOlderRuns(stateDir: string, runs: OlderRuns): Promise<void> {
  const newest = [...runs].toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST);
  const rows = newest.map(
    ([id, { routine, branch, endedAt, isPart }]) =>
      [id, [routine, branch, endedAt, isPart]] as const,
  );
  const content = { generation: GENERATION, runs: Object.fromEntries(rows) };
  await writeCache(pathOf(stateDir), JSON.stringify(content));
}

function pathOf(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'older-runs.json');
}
