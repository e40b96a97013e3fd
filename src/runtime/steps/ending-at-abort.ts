import { signalRunProcesses } from '../../platform/process-tree.ts';
import type { StepContext } from './step-context.ts';

const LOOK_EVERY_MS = 50;

/**
 * While `work` goes on after the signal, every program of the run is ended, and again until none is left: a sandbox whose
 * outer process is ended while it is being made goes on without it, and would hold the pipes that `work` reads.
 */
export async function endingAtAbort<Result>(
  { spec, clock, signal }: Pick<StepContext, 'spec' | 'clock' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const end = async (): Promise<void> => {
    while (!over.signal.aborted) {
      signalRunProcesses(spec.id, 'SIGKILL');
      await clock.sleep(LOOK_EVERY_MS, over.signal);
    }
  };
  const begin = (): void => void end();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await work();
  } finally {
    over.abort();
    signal.removeEventListener('abort', begin);
  }
}
