/**
 * Notices that somebody wants the run to stop: a `cancel.json` in its folder (works with no daemon, and is
 * still there after a crash), looked for every second and at once on SIGUSR2; or SIGTERM to the supervisor.
 */
import { oneLine } from '../../domain/text.ts';
import type { Clock } from '../../platform/clock.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { onSignals } from '../../platform/signals.ts';

const LOOK_EVERY_MS = 1_000;

export interface CancelWatch {
  /** Resolves once with the reason; stays pending when nobody cancels. */
  readonly cancelled: Promise<string>;
  stop(): void;
}

export function watchForCancel(path: string, clock: Clock): CancelWatch {
  const stopped = new AbortController();
  let wake = new AbortController();
  let told: string | null = null;
  const forget = onSignals({
    SIGUSR2: () => wake.abort(),
    SIGTERM: () => {
      told = 'the supervisor was told to stop';
      wake.abort();
    },
    SIGINT: () => {
      told = 'the supervisor was interrupted';
      wake.abort();
    },
    // The terminal it was started from is closed: none of its business.
    SIGHUP: () => undefined,
  });
  const cancelled = new Promise<string>((resolve) => {
    const look = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        const reason = told ?? (await readReason(path));
        if (reason !== null) {
          resolve(reason);
          return;
        }
        await clock.sleep(LOOK_EVERY_MS, wake.signal);
        if (wake.signal.aborted) wake = new AbortController();
      }
    };
    void look();
  });
  return {
    cancelled,
    stop: () => {
      stopped.abort();
      wake.abort();
      forget();
    },
  };
}

async function readReason(path: string): Promise<string | null> {
  const text = await readTextIfThere(path);
  if (text === null) return null;
  const value = tryParseJson(text);
  const reason = isRecord(value) ? value['reason'] : null;
  return typeof reason === 'string' && reason !== '' ? oneLine(reason) : 'cancelled';
}
