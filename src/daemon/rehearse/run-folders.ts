/** How much disk a run of a routine takes, from what is still kept of the newest. */
import { folderBytes } from '../../platform/disk.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';

const NEWEST = 3;
/** A checkout of a large repository; what has more files than that is told as it was counted so far. */
const MOST_FILES = 50_000;

/** The largest of the newest few; `null` when nothing is kept of any. */
export async function bytesOfRun(
  stateDir: string,
  routine: RoutineId,
  views: readonly RunView[],
): Promise<number | null> {
  const newest = views.filter((view) => view.routine === routine).slice(0, NEWEST);
  const sizes = await Promise.all(
    newest.map(({ id }) => folderBytes(runPaths(stateDir, id).folder, MOST_FILES)),
  );
  const largest = Math.max(0, ...sizes);
  return largest === 0 ? null : largest;
}
