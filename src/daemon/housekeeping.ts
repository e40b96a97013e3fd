/** What is done now and then, besides looking at what is due. */
import { dropOldMessages } from '../connections/messages/drop-old-messages.ts';
import { foldLedger } from '../scheduler/fold-ledger.ts';
import { admissionLock } from '../store/files/admission-lock.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Housekeeping {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  /** How long records of slots are kept, as it is set now. */
  readonly keepSlotsMs: () => number;
  /** Restores the socket: a clean-up tool may remove it while the daemon runs for weeks. */
  readonly mendSocket: () => Promise<void>;
}

/** Begins at once, then each hour; folding is done once a day. Ends at the signal; what fails is logged and tried again. */
export async function keepHouse(house: Housekeeping, signal: AbortSignal): Promise<void> {
  let foldedAt = -Infinity;
  while (!signal.aborted) {
    const now = house.workspace.clock.monotonic();
    if (now - foldedAt >= DAY_MS) {
      const folded = await attempt(house, 'fold old records of slots', () => fold(house, signal));
      await attempt(house, 'drop old messages', () => dropOldMessages(house.workspace));
      if (folded) foldedAt = now;
    }
    await attempt(house, 'look after the socket', () => house.mendSocket());
    await house.workspace.clock.sleep(HOUR_MS, signal);
  }
}

async function fold({ workspace, keepSlotsMs }: Housekeeping, signal: AbortSignal): Promise<void> {
  await foldLedger({
    workspace,
    exclusively: admissionLock(workspace.location.stateDir, workspace.clock),
    keepSlotsMs: keepSlotsMs(),
    signal,
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
