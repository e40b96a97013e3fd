/** Removes the files of what was condemned, oldest first and a few at a time. */
import type { Removal } from '../platform/remove-slowly.ts';
import { finishBurial, listBuried, type Burial, type Tombstone } from './tombstone.ts';

export interface TrashPace {
  /** Entries at one go. */
  readonly batch: number;
  /** How long to rest after each, in ms. */
  readonly restMs: number;
  /** All of it, or as many entries as this; what has lain for a day goes whatever it takes. */
  readonly most: number;
  /** Asked after each batch. */
  mayGoOn(): Promise<boolean>;
}

export interface EmptiedTrash {
  /** Condemned things of which nothing is left. */
  readonly gone: number;
  /** Those of which something is. */
  readonly left: number;
  /** What cannot be removed, as sentences. */
  readonly problems: readonly string[];
}

const OVERDUE_MS = 86_400_000;

export async function emptyTrash(burial: Burial, pace: TrashPace): Promise<EmptiedTrash> {
  const { stones, unreadable } = await listBuried(burial.workspace.stateDir);
  const problems = unreadable.map(
    (path) => `the record ${path} cannot be read: what it refers to is left alone`,
  );
  const now = burial.clock.now().getTime();
  let budget = pace.most;
  let gone = 0;
  let stopped = false;
  for (const stone of stones) {
    const overdue = now - Date.parse(stone.at) > OVERDUE_MS;
    if (stopped || (budget <= 0 && !overdue)) continue;
    const removal = await finishBurial(burial, stone, {
      batch: pace.batch,
      rest: async (entries) => {
        budget -= entries;
        await burial.clock.sleep(pace.restMs);
        stopped = !(await pace.mayGoOn());
        return !stopped && (budget > 0 || overdue);
      },
    });
    if (removal.kind === 'gone') gone += 1;
    else if (removal.kind === 'stuck') problems.push(stuckWords(stone, removal));
  }
  return { gone, left: stones.length - gone, problems };
}

function stuckWords(
  { why }: Tombstone,
  { path, why: reason }: Extract<Removal, { kind: 'stuck' }>,
): string {
  return `${path} cannot be removed yet (${reason}); it goes because ${why}`;
}
