/**
 * A lowdb file with the views of ended runs, so that a list need not open every run's folder.
 *
 * It holds nothing that cannot be rebuilt and only what never changes again, so it cannot be stale: a run
 * that is not in it is read from its folder, an entry without a folder is never asked for. lowdb syncs
 * nothing and two writers can tear its file (both use one temporary name), hence: written under a lock,
 * never waited for, never by supervisors; a file that does not parse is the same as none. The newest runs
 * are in the index, those before them in segments, which lists of all runs read and others do not.
 */
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import type { RunId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import { workspacePaths } from '../state-paths.ts';
import { olderRunsOf, toOlderRun, writeOlderRuns, type OlderRuns } from './older-runs.ts';
import { parsedFile } from './parsed-file.ts';
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
