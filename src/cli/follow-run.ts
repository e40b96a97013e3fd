/** Staying with a run until it has ended, or until the person has had enough. */
import type { Clock } from '../platform/clock.ts';
import { onInterrupt } from '../platform/terminal.ts';
import { asAppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { RunHandle } from '../workspace/contract.ts';
import { openProgress, type ProgressPlace, type ProgressWriter } from './output/progress-writer.ts';

export type Followed =
  | { readonly kind: 'ended'; readonly run: RunView }
  /** A second Ctrl-C: the run ends in the background. */
  | { readonly kind: 'left' };

const TICK_MS = 200;

export async function followRun(handle: RunHandle, place: ProgressPlace): Promise<Followed> {
  const { clock } = place;
  const progress = openProgress(place);
  const stop = new AbortController();
  let interrupts = 0;
  const unlisten = onInterrupt(() => {
    interrupts += 1;
    if (interrupts === 1) {
      progress.say(
        'Cancelling. The agent is asked to stop, and what it did so far is kept.\n' +
          'Ctrl-C again leaves the run to end in the background.',
      );
      handle.cancel('cancelled by Ctrl-C').catch((thrown: unknown) => {
        const error = asAppError(thrown);
        // A run that ended by itself in the meantime: then there is nothing to cancel.
        if (error.reason === 'already-ended') return;
        progress.say(`The run could not be cancelled: ${oneLine(error.message)}`);
      });
    } else {
      progress.say(`Left to end in the background. See it: roundsman show ${shortIdOf(handle.id)}`);
      stop.abort();
    }
  });
  void keepTicking(progress, clock, stop.signal);
  try {
    for await (const event of handle.events(stop.signal)) progress.show(event);
    return stop.signal.aborted ? { kind: 'left' } : { kind: 'ended', run: await handle.ended() };
  } finally {
    stop.abort();
    unlisten();
    progress.close();
  }
}

async function keepTicking(
  progress: ProgressWriter,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(TICK_MS, signal);
    if (!signal.aborted) progress.tick();
  }
}
