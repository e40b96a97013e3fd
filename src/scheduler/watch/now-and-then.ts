/** Looks when it is woken, and every so often anyway: whatever notices changes may miss some. */
import { oneLine } from '../../words/text.ts';
import type { WatchParts } from '../contract.ts';

interface NowAndThen {
  /** Something may have changed: looks soon. */
  wake(): void;
  /** Looks now, after a look that is under way; rejects with what that look throws. */
  look(): Promise<void>;
  /** The same, and tells of what goes wrong instead. */
  lookAndWarn(): Promise<void>;
  /** Sleeps until `start`, while it is not needed. */
  pause(): void;
  start(): void;
  /** When it resolves nothing is under way any more. */
  stop(): Promise<void>;
}

interface LookRequest {
  /** For warnings: what is looked at. */
  readonly name: string;
  readonly look: () => Promise<void>;
  readonly pollMs: () => number;
  /** Changes come several at once; waited for after the first. */
  readonly settleMs: number;
}

export function poller(
  { clock, warn }: Pick<WatchParts, 'clock' | 'warn'>,
  { name, look, pollMs, settleMs }: LookRequest,
): NowAndThen {
  let alarm = new AbortController();
  const state = { running: false };
  let stopping = new AbortController();
  let loop: Promise<void> | null = null;
  let turn: Promise<void> = Promise.resolve();
  const lookInTurn = async (): Promise<void> => {
    const mine = turn.then(look);
    turn = mine.catch(() => undefined);
    await mine;
  };
  const lookAndWarn = async (): Promise<void> => {
    await lookInTurn().catch((thrown: unknown) => {
      warn(`${name}: ${oneLine(thrown instanceof Error ? thrown.message : String(thrown), 300)}`);
    });
  };
  const keepLooking = async (): Promise<void> => {
    while (state.running) {
      await clock.sleep(pollMs(), alarm.signal);
      if (state.running && alarm.signal.aborted) {
        // What comes while it settles belongs to the same look; what comes after this line wakes the next.
        await clock.sleep(settleMs, stopping.signal);
        alarm = new AbortController();
      }
      if (!state.running) break;
      await lookAndWarn();
    }
    loop = null;
  };
  const pause = (): void => {
    state.running = false;
    stopping.abort();
    alarm.abort();
  };
  return {
    wake: () => {
      alarm.abort();
    },
    look: lookInTurn,
    lookAndWarn,
    pause,
    start: () => {
      state.running = true;
      stopping = new AbortController();
      loop ??= keepLooking();
    },
    stop: async () => {
      pause();
      await loop;
      await turn;
    },
  };
}
