/** The git process that moves a checkout: identified by its environment, as it survives the process that started it. */
import type { Clock } from '../../platform/clock.ts';
import { listProcessPlaces } from '../../platform/process-places.ts';
import { readProcessTable } from '../../platform/process-table.ts';

const MARKER = 'ROUNDSMAN_LANDING';
const LOOK_MS = 50;
/** Files of a large change may take a while to write. */
const LONGEST_MS = 120_000;

export function movingEnvironment(id: string, reason: string): Readonly<Record<string, string>> {
  return { [MARKER]: id, GIT_REFLOG_ACTION: reason };
}

/** False: it is still at work, and nothing may be put right under it. */
export async function hasEnded(id: string, clock: Clock): Promise<boolean> {
  const until = clock.monotonic() + LONGEST_MS;
  const lives = (): boolean => readProcessTable(`${MARKER}=${id}`).some((entry) => entry.marked());
  while (lives()) {
    if (clock.monotonic() > until) return false;
    await clock.sleep(LOOK_MS);
  }
  return true;
}

/** Whether a process has that folder as its working directory, so that a lock there may be its own. True if unknown. */
export function isAnybodyAt(folder: string): boolean {
  const places = listProcessPlaces();
  return places.length === 0 || places.some((place) => place.folder === folder);
}
