/** Work that one waits for: what it does stands in one redrawn line, and Ctrl-C takes all of it back. */
import { onSignals } from '../platform/signals.ts';
import type { RunEvent } from '../words/run-event.ts';
import type { CommandCall } from './command.ts';
import { openProgress } from './output/progress-writer.ts';

export interface Watched {
  /** Aborted when the person wants no more of it. */
  readonly signal: AbortSignal;
  readonly show: (event: RunEvent) => void;
  /** ISO 8601, for events. */
  readonly now: () => string;
}

export async function withProgress<Result>(
  { terminal, clock, options }: Pick<CommandCall, 'terminal' | 'clock' | 'options'>,
  work: (watched: Watched) => Promise<Result>,
): Promise<Result> {
  const progress = openProgress({ terminal, clock, verbose: options.flag('verbose') });
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const unlisten = onSignals({ SIGINT: abort, SIGTERM: abort, SIGHUP: abort });
  try {
    return await work({
      signal: stop.signal,
      show: (event) => progress.show(event),
      now: () => clock.now().toISOString(),
    });
  } finally {
    unlisten();
    progress.close();
  }
}
