/** What the daemon does for landings: what a crash left is put right at the start, and what is queued lands when it can. */
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

const LOOK_EVERY_MS = 10_000;

export interface LandQueueParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
}

/** Ends at the signal; what fails is logged and tried again. */
export async function keepLanding(parts: LandQueueParts, signal: AbortSignal): Promise<void> {
  const { clock } = parts.workspace;
  await attempt(parts, async () => {
    const { recoverLandings } = await import('../review/recover-landings.ts');
    return recoverLandings(parts.workspace);
  });
  while (!signal.aborted) {
    await attempt(parts, () => landWhatIsFree(parts.workspace));
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Where nothing is queued, one list of small records is all that it costs. */
async function landWhatIsFree(workspace: Workspace): Promise<readonly string[]> {
  const landings = await workspace.review.landings.list();
  if (!landings.some(({ state }) => state.kind === 'queued')) return [];
  const { landQueued } = await import('../review/land-queued.ts');
  return landQueued(workspace);
}

async function attempt(
  { log }: LandQueueParts,
  work: () => Promise<readonly string[]>,
): Promise<void> {
  try {
    for (const words of await work()) log.say('info', words);
  } catch (thrown) {
    log.say('warning', `could not look after landings: ${wordsOf(thrown)}`);
  }
}
