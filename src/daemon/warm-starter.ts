/** One supervisor, its worker beside it, that waits for the next run: the start of two processes is paid ahead. */
import type { Clock } from '../platform/clock.ts';
import type { WarmSupervisor, WatchedSupervisor } from '../workspace/contract.ts';

/** The run that took the last one has its worktree made now, and needs the processor more. */
const QUIET_MS = 2_000;
/** It may have been paged out, or belong to a version that was replaced on disk. */
const MAX_WAIT_MS = 10 * 60_000;

interface WarmStarter {
  /** The one that waits, or one that only begins to. */
  take(): WarmSupervisor;
  /** Lets the one that waits go, and warms no other. */
  close(): void;
}

export function openWarmStarter(start: () => WatchedSupervisor, clock: Clock): WarmStarter {
  const closed = new AbortController();
  let waiting: WatchedSupervisor | null = null;
  let turn = 0;
  const warm = async (delayMs: number): Promise<void> => {
    turn += 1;
    const own = turn;
    const isCurrent = (): boolean => !closed.signal.aborted && own === turn;
    await clock.sleep(delayMs, closed.signal);
    while (isCurrent()) {
      const one = start();
      waiting = one;
      const old = clock.sleep(MAX_WAIT_MS, closed.signal).then(() => 'old' as const);
      const reason = await Promise.race([old, one.ended.then(() => 'died' as const)]);
      if (waiting !== one) return;
      waiting = null;
      one.dismiss();
      // One that dies is not to be followed by another at once, for ever.
      if (reason === 'died') await clock.sleep(MAX_WAIT_MS / 10, closed.signal);
    }
  };
  void warm(0);
  return {
    take: () => {
      const one = waiting ?? start();
      waiting = null;
      void warm(QUIET_MS);
      return one;
    },
    close: () => {
      closed.abort();
      waiting?.dismiss();
      waiting = null;
    },
  };
}
