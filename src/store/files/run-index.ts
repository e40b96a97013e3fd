/**
 * A lowdb file with the views of ended runs, so that a list need not open every run's folder.
 *
 * It holds nothing that cannot be rebuilt and only what never changes again, so it cannot be stale: a run
 * that is not in it is read from its folder, an entry without a folder is never asked for. lowdb syncs
 * nothing and two writers can tear its file (both use one temporary name), hence: written under a lock,
 * never waited for, never by supervisors; a file that does not parse is the same as none. The newest runs
 * are in the index, those before them in segments, which lists of all runs read and others do not.
 */
import { join } from 'node:path';

import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import { writeCache } from '../../platform/write-cache.ts';
import { type RunId, isRunId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import type { WantedRun } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { parsedFile } from './read-record.ts';
import {
  dropSegments,
  openSegments,
  SEGMENT,
  writeSegments,
  type FindOlderView,
} from './run-segments.ts';

/** Bumped whenever a RunView gets or loses a field: an index of another generation is rebuilt. */
const GENERATION = 7;
/** Older ended runs are in segments. */
const MAX_ENTRIES = 2_000;

export interface RunIndex {
  read(): Promise<ReadonlyMap<RunId, RunView>>;
  /** Those that it has no place for. */
  older(): Promise<OlderRuns>;
  /** The same, whole; for one listing. */
  findOlder(): FindOlderView;
  /** Removes what is kept of runs that are gone. @param oldest that is there */
  forget(oldest: RunId): Promise<void>;
  /** Adds ended runs; does nothing when another process is writing, or when it cannot be written. */
  add(views: readonly RunView[]): Promise<void>;
}

interface IndexContent {
  readonly generation: number;
  readonly runs: readonly RunView[];
}

export function runIndex(stateDir: string, clock: Clock): RunIndex {
  const path = workspacePaths(stateDir).index;
  const parsed = parsedFile((text: string): ReadonlyMap<RunId, RunView> => {
    const value = tryParseJson(text);
    return new Map(isIndexContent(value) ? value.runs.map((view) => [view.id, view]) : []);
  });
  const read = (): Promise<ReadonlyMap<RunId, RunView>> => parsed(path);
  const older = olderRunsOf(stateDir);
  return {
    read,
    older,
    findOlder: () => openSegments(stateDir, GENERATION),
    forget: (oldest) => dropSegments(stateDir, { generation: GENERATION, oldest }),
    add: async (views) => {
      try {
        await makeFolder(stateDir, 0o700);
        await withLock({ path: `${path}.lock`, clock, waitMs: 0 }, async () => {
          const merged = new Map(await read());
          for (const view of views) merged.set(view.id, view);
          const runs = [...merged.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
          const isFull = runs.length >= MAX_ENTRIES + SEGMENT;
          const moved = isFull ? runs.slice(MAX_ENTRIES) : [];
          // What is in both is found in the index; what is in neither would be read again.
          await writeSegments(stateDir, moved, GENERATION);
          if (moved.length > 0) await remember(stateDir, await older(), moved);
          const newest = isFull ? runs.slice(0, MAX_ENTRIES) : runs;
          await writeWithLowdb(path, { generation: GENERATION, runs: newest });
        });
      } catch {
        // Another process is writing it, or nothing can be written here: the files serve as well, only slower.
      }
    },
  };
}

async function remember(
  stateDir: string,
  known: OlderRuns,
  views: readonly RunView[],
): Promise<void> {
  const added = views.map((view) => [view.id, toOlderRun(view)] as const);
  await writeOlderRuns(stateDir, new Map([...known, ...added]));
}

async function writeWithLowdb(path: string, content: IndexContent): Promise<void> {
  const [{ Low }, { JSONFile }] = await Promise.all([import('lowdb'), import('lowdb/node')]);
  await new Low<IndexContent>(new JSONFile<IndexContent>(path), content).write();
}

function isIndexContent(value: unknown): value is IndexContent {
  return isRecord(value) && value['generation'] === GENERATION && Array.isArray(value['runs']);
}

// Ended runs that the index has no room for: by id, what searches ask of a run. A search for certain runs, or for those that
// have not ended, need not open the others. The file can be rebuilt, and holds only facts that never change.
export interface OlderRun extends WantedRun {
  readonly routine: string;
}

type OlderRuns = ReadonlyMap<RunId, OlderRun>;

/** The newest of them. */
const MOST = 100_000;
const OLDER_GENERATION = 3;

function toOlderRun({ id, routine, branch, endedAt, item, part }: RunView): OlderRun {
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
  if (!isRecord(value) || value['generation'] !== OLDER_GENERATION) return new Map();
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
  const content = { generation: OLDER_GENERATION, runs: Object.fromEntries(facts) };
  await writeCache(pathOf(stateDir), JSON.stringify(content));
}

function pathOf(stateDir: string): string {
  return join(workspacePaths(stateDir).cache, 'older-runs.json');
}
