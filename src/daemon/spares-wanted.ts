/** Whether the daemon is to have spares made now, or those that are there kept longer. Pure. */
import { SPARES_KEPT_MS } from '../worktrees/spares/spare.ts';

export interface SparesSeen {
  /** Instants in ms since 1970. */
  readonly now: number;
  /** When time alone makes something due; `null`: never. */
  readonly wakeAt: number | null;
  /** When the newest run ended that this daemon saw end; `null`: none did. */
  readonly runEndedAt: number | null;
  readonly ready: number;
  /** How many are set. */
  readonly count: number;
  /** When they were last made or kept; `null`: not by this daemon. */
  readonly keptAt: number | null;
  /** When too few were made; `null`: there were enough. */
  readonly fewSince: number | null;
}

const HOUR_MS = 3_600_000;
/** What stood against them, a full disk or a broken repository, rarely changes sooner. */
const AGAIN_AFTER_MS = 600_000;

export function sparesWanted(seen: SparesSeen): boolean {
  const { now, ready, count, keptAt, fewSince } = seen;
  if (fewSince !== null && now - fewSince < AGAIN_AFTER_MS) return false;
  if (ready > count) return true;
  if (count === 0 || !areUseful(seen)) return false;
  return ready < count || keptAt === null || now - keptAt > SPARES_KEPT_MS / 2;
}

function areUseful({ now, wakeAt, runEndedAt }: SparesSeen): boolean {
  const isSoon = wakeAt !== null && wakeAt - now <= HOUR_MS;
  return isSoon || (runEndedAt !== null && now - runEndedAt <= HOUR_MS);
}
