/**
 * Ended runs that the index has no room for: by id, of which routine each is and the branch that it made. A search for certain
 * runs, or for those that have not ended, need not look at the others. The file can be rebuilt, and holds only facts that
 * never change.
 */
import { join } from 'node:path';

import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { writeCache } from '../../platform/write-cache.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import { workspacePaths } from '../state-paths.ts';
import { parseOnce } from './parse-once.ts';

export interface OlderRun {
  readonly routine: string;
  /** `null`: it made none. */
  readonly branch: string | null;
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
  for (const [id, facts] of Object.entries(runs)) {
    const [routine, branch] = Array.isArray(facts) ? facts.map((one: unknown) => one) : [];
    if (
      isRunId(id) &&
      typeof routine === 'string' &&
      (branch === null || typeof branch === 'string')
    )
      found.set(id, { routine, branch });
  }
  return found;
});

export async function writeOlderRuns(stateDir: string, runs: OlderRuns): Promise<void> {
  const newest = [...runs].toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST);
  const facts = newest.map(([id, { routine, branch }]) => [id, [routine, branch]] as const);
  const content = { generation: GENERATION, runs: Object.fromEntries(facts) };
  await writeCache(pathOf(stateDir), JSON.stringify(content));
}

function pathOf(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'older-runs.json');
}
