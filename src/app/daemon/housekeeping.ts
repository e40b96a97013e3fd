/** What is done now and then, besides looking at what is due. */
import type { Clock } from '../../platform/clock.ts';
import type { SlotStore } from '../../store/ports.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Final records that are older go into their month's file. */
const FOLD_AFTER_MS = 2 * DAY_MS;

export interface Housekeeping {
  readonly clock: Clock;
  readonly log: DaemonLog;
  readonly slots: SlotStore;
  /** How long records of slots are kept, as it is set now. */
  keepSlotsMs(): number;
  /** Somebody who tidies up may have removed the socket under a daemon that runs for weeks. */
  mendSocket(): Promise<void>;
}

/** Begins at once, then each hour; folding is done once a day. Ends at the signal; what fails is logged and tried again. */
export async function keepHouse(house: Housekeeping, signal: AbortSignal): Promise<void> {
  let foldedAt = -Infinity;
  while (!signal.aborted) {
    const now = house.clock.monotonic();
    if (now - foldedAt >= DAY_MS) {
      const folded = await attempt(house, 'fold old records of slots', () => fold(house));
      if (folded) foldedAt = now;
    }
    await attempt(house, 'look after the socket', () => house.mendSocket());
    await house.clock.sleep(HOUR_MS, signal);
  }
}

async function fold({ slots, clock, keepSlotsMs }: Housekeeping): Promise<void> {
  const now = clock.now().getTime();
  await slots.fold({
    before: new Date(now - FOLD_AFTER_MS),
    dropBefore: new Date(now - keepSlotsMs()),
  });
}

async function attempt(
  { log }: Housekeeping,
  what: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    log.say('warning', `could not ${what}: ${wordsOf(thrown)}`);
    return false;
  }
}
