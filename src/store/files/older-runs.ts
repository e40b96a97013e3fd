/**
 * Ended runs that the index has no room for: by id, what searches ask of a run. A search for certain runs, or for those that
 * have not ended, need not open the others. The file can be rebuilt, and holds only facts that never change.
 */
import { join } from 'node:path';

import { isRecord, tryParseJson } from '../../platform/json.ts';
import { writeCache } from '../../platform/write-cache.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import type { WantedRun } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { parsedFile } from './parsed-file.ts';

export interface OlderRun extends WantedRun {
  readonly routine: string;
}

export type OlderRuns = ReadonlyMap<RunId, OlderRun>;

/** The newest of them. */
const MOST = 100_000;
const GENERATION = 3;

export function toOlderRun({ id, routine, branch, endedAt, item, part }: RunView): OlderRun {
  return {
    id,
    routine,
    branch,
    endedAt,
    item: item === null ? null : { key: item.key },
    part: part === null ? null : { of: part.of },
  };
}

/** Parsed once for each version of the file, as long as what is given back is kept. */
export function olderRunsOf(stateDir: string): () => Promise<OlderRuns> {
  const parsed = parsedFile(parseOlderRuns);
  return () => parsed(pathOf(stateDir)).catch((): OlderRuns => new Map());
}

function parseOlderRuns(text: string): OlderRuns {
  const value = tryParseJson(text);
  if (!isRecord(value) || value['generation'] !== GENERATION) return new Map();
  const { runs } = value;
  if (!isRecord(runs)) return new Map();
  const found = new Map<RunId, OlderRun>();
  for (const [id, facts] of Object.entries(runs)) {
    const [routine, branch, endedAt, item, of] = Array.isArray(facts)
      ? facts.map((one: unknown) => one)
      : [];
    if (
      isRunId(id) &&
      typeof routine === 'string' &&
      isTextOrNull(branch) &&
      isTextOrNull(endedAt) &&
      isTextOrNull(item) &&
      isTextOrNull(of)
    )
      found.set(id, {
        id,
        routine,
        branch,
        endedAt,
        item: item === null ? null : { key: item },
        part: of === null ? null : { of },
      });
  }
  return found;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export async function writeOlderRuns(stateDir: string, runs: OlderRuns): Promise<void> {
  const newest = [...runs].toSorted(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST);
  const facts = newest.map(
    ([id, { routine, branch, endedAt, item, part }]) =>
      [id, [routine, branch, endedAt, item?.key ?? null, part?.of ?? null]] as const,
  );
  const content = { generation: GENERATION, runs: Object.fromEntries(facts) };
  await writeCache(pathOf(stateDir), JSON.stringify(content));
}

function pathOf(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'older-runs.json');
}
