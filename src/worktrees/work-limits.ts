import { join } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import { inspectHostile, walkEntries } from '../platform/hostile-paths.ts';

const LOOK_EVERY_MS = 100;

/** Gives the work a signal that aborts when the folder holds more than `maxBytes`, or when `outer` does. */
export async function withSizeLimit<Result>(
  limit: {
    readonly clock: Clock;
    readonly folder: string;
    readonly maxBytes: number;
    readonly outer: AbortSignal;
  },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const done = new AbortController();
  const stop = (): void => over.abort();
  if (limit.outer.aborted) stop();
  limit.outer.addEventListener('abort', stop, { once: true });
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      await limit.clock.sleep(LOOK_EVERY_MS, done.signal);
      if (!done.signal.aborted && bytesBelow(limit.folder) > limit.maxBytes) over.abort();
    }
  };
  void watch();
  try {
    return await work(over.signal);
  } finally {
    done.abort();
    limit.outer.removeEventListener('abort', stop);
  }
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  walkEntries(folder, ({ path, kind }) => {
    const facts = kind === 'file' ? inspectHostile(join(folder, path)) : null;
    if (facts !== null && facts !== 'unreachable') bytes += facts.size;
    return true;
  });
  return bytes;
}

/** Gives the work a signal that aborts after `ms`, or when `outer` does. */
export async function withTimeLimit<Result>(
  { clock, ms, outer }: { clock: Clock; ms: number; outer?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const done = new AbortController();
  const stop = (): void => over.abort();
  if (outer?.aborted === true) stop();
  outer?.addEventListener('abort', stop, { once: true });
  const limit = async (): Promise<void> => {
    await clock.sleep(ms, done.signal);
    if (!done.signal.aborted) over.abort();
  };
  void limit();
  try {
    return await work(over.signal);
  } finally {
    done.abort();
    outer?.removeEventListener('abort', stop);
  }
}
