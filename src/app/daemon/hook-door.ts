/** The listener for webhooks, open where the workspace says, and tried again while its address cannot be had. */
import type { Clock } from '../../platform/clock.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

const RETRY_MS = 60_000;

export interface HookListener {
  /** `127.0.0.1:8787`, with the port that it really got. */
  readonly address: string;
  close(): Promise<void>;
}

export interface HookDoor {
  /** Open at this address from now on, or nowhere. Resolves when that was tried. */
  keep(listen: string | null): Promise<void>;
  address(): string | null;
  /** Why it is not open though it should be. */
  problem(): string | null;
  close(): Promise<void>;
}

export interface HookDoorParts {
  readonly clock: Clock;
  readonly log: DaemonLog;
  readonly open: (listen: string) => Promise<HookListener>;
}

export function hookDoor({ clock, log, open }: HookDoorParts): HookDoor {
  const closed = new AbortController();
  let wanted: string | null = null;
  let listener: HookListener | null = null;
  let problem: string | null = null;
  const attempt = async (listen: string): Promise<void> => {
    try {
      const opened = await open(listen);
      if (closed.signal.aborted) {
        await opened.close();
        return;
      }
      listener = opened;
      problem = null;
      log.say('info', `webhooks are taken at ${opened.address}`);
    } catch (thrown) {
      const words = wordsOf(thrown);
      if (words !== problem) log.say('error', words);
      problem = words;
    }
  };
  const retry = async (listen: string): Promise<void> => {
    for (;;) {
      if (listener !== null) return;
      await clock.sleep(RETRY_MS, closed.signal);
      if (wanted !== listen || closed.signal.aborted) return;
      await attempt(listen);
    }
  };
  const shut = async (): Promise<void> => {
    const open = listener;
    listener = null;
    problem = null;
    await open?.close();
  };
  return {
    keep: async (listen) => {
      // What was under way when it was closed must not open it again.
      if (closed.signal.aborted || listen === wanted) return;
      wanted = listen;
      await shut();
      if (listen === null) return;
      await attempt(listen);
      void retry(listen);
    },
    address: () => listener?.address ?? null,
    problem: () => problem,
    close: async () => {
      closed.abort();
      wanted = null;
      await shut();
    },
  };
}
