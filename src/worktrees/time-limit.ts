import type { Clock } from '../platform/clock.ts';

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
