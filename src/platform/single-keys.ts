/**
 * Reads keys as they are pressed, from a terminal in raw mode. However this process ends, the terminal is restored: only a
 * signal that cannot be caught leaves it raw.
 */
import type { Clock } from './clock.ts';
import { onSignals } from './terminal.ts';

export interface SingleKeys {
  /** What was sent, as it came; `null` when nothing more will come. */
  next(): Promise<string | null>;
  /** Forgets the keys pressed so far: a user cannot answer what they have not seen. */
  drop(): void;
  /** Gives the terminal to another program while it works. */
  lend<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): void;
}

/** What was typed before the first step was shown comes within that time. */
const EARLY_MS = 50;

/** The caller has seen that standard input is a terminal. */
export async function openSingleKeys(clock: Clock): Promise<SingleKeys> {
  const keys = listen();
  await clock.sleep(EARLY_MS);
  keys.drop();
  return keys;
}

function listen(): SingleKeys {
  const input = process.stdin;
  const chunks: (string | null)[] = [];
  let waiting: ((chunk: string | null) => void) | null = null;
  const give = (chunk: string | null): void => {
    if (waiting === null) chunks.push(chunk);
    else waiting(chunk);
    waiting = null;
  };
  const take = (chunk: string): void => give(chunk);
  const end = (): void => give(null);
  const raw = (on: boolean): void => {
    if (input.isTTY) input.setRawMode(on);
  };
  const restore = (): void => raw(false);
  // In raw mode Ctrl-C is a key; these come from elsewhere, and end the walk as its end does.
  const unlisten = onSignals({ SIGTERM: end, SIGHUP: end, SIGINT: end });
  process.on('exit', restore);
  input.setEncoding('utf8');
  input.on('data', take);
  input.on('end', end);
  raw(true);
  input.resume();
  return {
    drop: () => {
      const ended = chunks.includes(null);
      chunks.length = 0;
      if (ended) chunks.push(null);
    },
    next: () => {
      if (chunks.length > 0) return Promise.resolve(chunks.shift() ?? null);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    lend: async (work) => {
      raw(false);
      input.pause();
      try {
        return await work();
      } finally {
        raw(true);
        input.resume();
      }
    },
    close: () => {
      raw(false);
      input.pause();
      input.off('data', take);
      input.off('end', end);
      process.off('exit', restore);
      unlisten();
    },
  };
}
