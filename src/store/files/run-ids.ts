/** Ids of the runs that have folders, newest first. A folder in which no name changed is not listed again. */
import type { Clock } from '../../platform/clock.ts';
import { listFolder } from '../../platform/files.ts';
import { versionOf } from '../../platform/many-files.ts';
import { isRunId, type RunId } from '../../words/ids.ts';

interface Listed {
  readonly ids: readonly RunId[];
  readonly changedMs: number;
  readonly lookedAtMs: number;
}

/** Two changes within this are perhaps not told apart by the folder's time. */
const RACY_MS = 2_000;

/** @param clock the machine's, by which folders are stamped */
export function runIds(folder: string, clock: Clock): () => Promise<readonly RunId[]> {
  let last: Listed | null = null;
  return async () => {
    const lookedAtMs = clock.now().getTime();
    // Where that cannot be told, listing says why, or that there are none.
    const version = await versionOf(folder).catch(() => null);
    const changedMs = version?.changedMs ?? null;
    if (last !== null && last.changedMs === changedMs && last.lookedAtMs - changedMs > RACY_MS)
      return last.ids;
    const ids = (await listFolder(folder)).filter((name) => isRunId(name)).toReversed();
    last = changedMs === null ? null : { ids, changedMs, lookedAtMs };
    return ids;
  };
}
