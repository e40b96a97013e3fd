/** What a run of a routine usually takes, from those that were. Pure. */
import { folderBytes } from '../../platform/disk.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import type { RoutineId } from '../../words/ids.ts';
import { median } from '../../words/median.ts';
import type { RunView } from '../../words/run.ts';
import { replayedRun } from '../../words/slot.ts';

export interface TypicalRun {
  /** How many past runs it is taken from. */
  readonly runs: number;
  /** `null`: it never ran. */
  readonly durationMs: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** Older ones tell of another routine. */
const NEWEST = 20;

/** @param views of one routine, newest first */
export function typicalRun(views: readonly RunView[]): TypicalRun {
  const past = views
    .filter(
      ({ state, skipped, slot, startedAt, endedAt }) =>
        state === 'ended' &&
        skipped === null &&
        replayedRun(slot.key) === null &&
        startedAt !== null &&
        endedAt !== null,
    )
    .slice(0, NEWEST);
  const of = (read: (view: RunView) => number): number | null => median(past.map(read));
  return {
    runs: past.length,
    durationMs: of(({ startedAt, endedAt }) =>
      Math.max(0, Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')),
    ),
    inputTokens: of(({ usage }) => usage.inputTokens) ?? 0,
    outputTokens: of(({ usage }) => usage.outputTokens) ?? 0,
    costUsd: of(({ usage }) => usage.costUsd ?? 0) ?? 0,
  };
}

// How much disk a run of a routine takes, from what is still kept of the newest.
const NEWEST_FOLDERS = 3;
/** A checkout of a large repository; what has more files than that is told as it was counted so far. */
const MOST_FILES = 50_000;

/** The largest of the newest few; `null` when nothing is kept of any. */
export async function bytesOfRun(
  stateDir: string,
  routine: RoutineId,
  views: readonly RunView[],
): Promise<number | null> {
  const newest = views.filter((view) => view.routine === routine).slice(0, NEWEST_FOLDERS);
  const sizes = await Promise.all(
    newest.map(({ id }) => folderBytes(runPaths(stateDir, id).folder, MOST_FILES)),
  );
  const largest = Math.max(0, ...sizes);
  return largest === 0 ? null : largest;
}
