/** Telling the daemon of a workspace to end, and waiting until it has. */
import { isAlive, signalProcess } from '../platform/process-identity.ts';
import { askDaemon, type DaemonAddress } from '../scheduler/ask-daemon.ts';
import { AppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';

const ENDS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** `null` when there is none. Throws `failed` when it does not end. */
export async function stopDaemon({ location, clock }: Workspace): Promise<DaemonAddress | null> {
  const asked = await askDaemon(location.stateDir, 'stop');
  if (asked.kind === 'no-daemon') return null;
  const { daemon } = asked;
  // It is coming up, or speaks another protocol: a signal means the same.
  if (asked.kind === 'no-answer') signalProcess(daemon.process, 'SIGTERM');
  const deadline = clock.monotonic() + ENDS_WITHIN_MS;
  while (isAlive(daemon.process)) {
    if (clock.monotonic() > deadline) {
      throw new AppError('failed', {
        code: 'daemon-does-not-end',
        message: `the daemon, process ${daemon.process.pid}, was told to stop and has not ended after ${ENDS_WITHIN_MS / 1_000} s`,
        hint: 'Runs do not depend on it: it may be killed without harm.',
      });
    }
    await clock.sleep(LOOK_EVERY_MS);
  }
  return daemon;
}
