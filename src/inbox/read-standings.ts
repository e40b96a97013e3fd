/**
 * A cache of how runs stand, kept from one look to the next: a look opens only runs that are new or had not ended. The last
 * writer wins; each version is complete by itself, and the cache may be deleted at any time.
 */
import { join } from 'node:path';

import { readTextIfThere } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { forAll } from '../platform/many-files.ts';
import { writeCache } from '../platform/write-cache.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { RunStore, StoredRun } from '../store/ports.ts';
import { isRunId, type RunId } from '../words/ids.ts';
import { toRunView } from '../words/run-view.ts';
import { NO_STANDINGS, withEnded, type RunStandings } from './run-standings.ts';

/** Ids are made before their folders are: one may come to be seen after some that are newer. */
const MOST_RECENT = 500;
/** Bumped whenever standings get another form. */
const GENERATION = 2;

export interface StandingsNow {
  readonly standings: RunStandings;
  /** Those that have not ended. */
  readonly unfinished: readonly StoredRun[];
}

export async function runStandings(stateDir: string, runs: RunStore): Promise<StandingsNow> {
  const path = join(machinePaths(stateDir).cache, 'inbox-runs.json');
  const before = readStandings((await readTextIfThere(path)) ?? '');
  const ids = await runs.listIds();
  const fresh = unseen(ids, before);
  const looked = await forAll([...before.open, ...fresh], async (id) => ({
    id,
    run: await runs.read(id),
  }));
  const gone = looked.some(({ run }) => run === null);
  const there = new Set(gone ? ids : []);
  let after = before;
  const unfinished: StoredRun[] = [];
  const open: RunId[] = [];
  for (const { id, run } of looked) {
    if (run === null) {
      if (there.has(id)) open.push(id);
      continue;
    }
    const view = toRunView(run);
    if (view.state === 'ended') {
      after = withEnded(after, view);
      continue;
    }
    unfinished.push(run);
    open.push(id);
  }
  after = { ...after, recent: ids.slice(0, MOST_RECENT), open };
  if (fresh.length > 0 || open.length !== before.open.length)
    await writeCache(path, JSON.stringify({ generation: GENERATION, standings: after }));
  return { standings: after, unfinished };
}

/** Also one that was admitted a moment later than a newer one. @param ids newest first */
function unseen(ids: readonly RunId[], { recent }: RunStandings): readonly RunId[] {
  const oldest = recent.at(-1);
  if (oldest === undefined) return ids;
  const seen = new Set(recent);
  const end = ids.findIndex((id) => id < oldest);
  return ids.slice(0, end === -1 ? ids.length : end).filter((id) => !seen.has(id));
}

function readStandings(text: string): RunStandings {
  const value = tryParseJson(text);
  return isKept(value) ? value.standings : NO_STANDINGS;
}

/** What is inside was written by us. */
function isKept(value: unknown): value is { readonly standings: RunStandings } {
  if (!isRecord(value) || value['generation'] !== GENERATION) return false;
  const { standings } = value;
  if (!isRecord(standings) || !isRecord(standings['routines'])) return false;
  return (
    typeof standings['ended'] === 'number' &&
    areIds(standings['open']) &&
    areIds(standings['recent'])
  );
}

function areIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && isRunId(id));
}
