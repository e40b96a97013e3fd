/** The workers of one run, one at a time: the first may be warm already, a later one is started when it is needed. */
import type { Clock } from '../../platform/clock.ts';
import type { WorkerLink } from './worker-link.ts';

/** What follows an agent that ends within this time is done by the worker from before it: another takes as long to start. */
const KEPT_MS = 2_000;

export interface Workers {
  /** The one that is there, else another. */
  current(): WorkerLink;
  /** Lets the one that is there end. */
  release(): void;
  /** As `release`, unless `current` is called within a short time. */
  releaseSoon(): void;
}

interface WorkersRequest {
  /** Started ahead, where it is still there. */
  readonly first: WorkerLink | null;
  readonly clock: Clock;
  readonly start: () => WorkerLink;
  /** Also after a pause: there may be secrets by then that the worker must not tell. */
  readonly assign: (link: WorkerLink) => void;
}

export function openWorkers({ first, clock, start, assign }: WorkersRequest): Workers {
  let link: WorkerLink | null = null;
  let pause: AbortController | null = null;
  const take = (taken: WorkerLink): WorkerLink => {
    link = taken;
    assign(taken);
    void forgetDead(taken);
    return taken;
  };
  /** One that dies in a step is the step's to tell. */
  const forgetDead = async (taken: WorkerLink): Promise<void> => {
    await taken.died;
    if (link === taken && pause !== null) link = null;
  };
  const endPause = (): void => {
    pause?.abort();
    pause = null;
  };
  const release = (): void => {
    endPause();
    link?.close();
    link = null;
  };
  const releaseAfter = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(KEPT_MS, signal);
    if (!signal.aborted) release();
  };
  if (first !== null) take(first);
  return {
    current: () => {
      const waited = pause !== null;
      endPause();
      if (link === null) return take(start());
      if (waited) assign(link);
      return link;
    },
    release,
    releaseSoon: () => {
      pause = new AbortController();
      void releaseAfter(pause.signal);
    },
  };
}
