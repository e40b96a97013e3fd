/**
 * Ended runs that the index has no room for: by id, the branch that each made. A search for certain runs, or for those that
 * have not ended, need not open these. The file can be rebuilt, and holds only facts that never change.
 */
import { join } from 'node:path';

import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { writeCache } from '../../platform/write-cache.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import { workspacePaths } from '../state-paths.ts';
import { parseOnce } from './parse-once.ts';

/** `null`: it made none. */
export type OlderRuns = ReadonlyMap<RunId, string | null>;

/** The newest of them. */
const MOST = 100_000;
const GENERATION = 1;

export async function readOlderRuns(stateDir: string): Promise<OlderRuns> {
  return parsed((await readTextIfThere(pathOf(stateDir)).catch(() => null)) ?? '');
}

const parsed = parseOnce((text: string): OlderRuns => {
  const value = tryParseJson(text);
  if (!isRecord(value) || value['generation'] !== GENERATION) return new Map();
  const { runs } = value;
  if (!isRecord(runs)) return new Map();
  const found = new Map<RunId, string | null>();
  for (const [id, branch] of Object.entries(runs))
    if (isRunId(id) && (branch === null || typeof branch === 'string')) found.set(id, branch);
  return found;
});

export async function writeOlderRuns(stateDir: string, runs: OlderRuns): Promise<void> {
  const newest = [...runs].toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST);
  const content = { generation: GENERATION, runs: Object.fromEntries(newest) };
  await writeCache(pathOf(stateDir), JSON.stringify(content));
}

function pathOf(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'older-runs.json');
}
