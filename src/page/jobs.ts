/** What a person began on the page and that takes longer than a request: one list for all, kept until the daemon ends. */
import type { Clock } from '../platform/clock.ts';
import { asAppError, type Failure } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

export interface JobView {
  readonly id: string;
  /** `Test together: S-3fa9`. */
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** What it said on its way, the newest last; at most some hundred. */
  readonly lines: readonly string[];
  /** What came of it: one sentence, and where to look. */
  readonly outcome: JobOutcome | null;
  readonly failure: Failure | null;
}

export interface JobOutcome {
  readonly text: string;
  /** A path of ours. */
  readonly to: string;
}

export interface JobTools {
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface Jobs {
  /** Begins it, and returns at once; show `/jobs/<id>`. One under way with the same title is given instead of another. */
  start(title: string, work: (tools: JobTools) => Promise<JobOutcome>): JobView;
  /** Newest first. */
  list(): readonly JobView[];
  find(id: string): JobView | null;
  /** False when it has ended. */
  cancel(id: string): boolean;
  /** Whenever something changed. Gives what ends the watching. */
  watch(changed: () => void): () => void;
  /** Cancels all; resolves when they are over. */
  close(): Promise<void>;
}

const KEPT = 50;
const LINES = 200;

interface Job {
  view: JobView;
  readonly stop: AbortController;
  readonly over: Promise<void>;
}

/** A running job stays in the list, so that a user can end it. */
function forgetOldest(jobs: Job[]): void {
  for (let at = jobs.length - 1; at > 0 && jobs.length > KEPT; at -= 1)
    if (jobs[at]?.view.state !== 'running') jobs.splice(at, 1);
}

export function openJobs(clock: Clock): Jobs {
  const jobs: Job[] = [];
  const watchers = new Set<() => void>();
  let count = 0;
  const tell = (): void => {
    for (const changed of watchers) changed();
  };
  const begin = (title: string, work: (tools: JobTools) => Promise<JobOutcome>): Job => {
    count += 1;
    const stop = new AbortController();
    const change = (more: Partial<JobView>): void => {
      job.view = { ...job.view, ...more };
      tell();
    };
    const end = (more: Partial<JobView>): void =>
      change({ ...more, endedAt: clock.now().toISOString() });
    const progress = (text: string): void =>
      change({ lines: [...job.view.lines, oneLine(text, 500)].slice(-LINES) });
    const run = async (): Promise<void> => {
      await Promise.resolve();
      try {
        // Who cancels at once must not wait for work that listens for it only from now on.
        stop.signal.throwIfAborted();
        end({ state: 'done', outcome: await work({ progress, signal: stop.signal }) });
      } catch (thrown) {
        const state = stop.signal.aborted ? 'cancelled' : 'failed';
        end({ state, failure: asAppError(thrown).toFailure() });
      }
    };
    const view = newView(String(count), title, clock.now());
    const job: Job = { view, stop, over: run() };
    return job;
  };
  return {
    start: (title, work) => {
      const same = jobs.find(({ view }) => view.title === title && view.state === 'running');
      if (same !== undefined) return same.view;
      const job = begin(title, work);
      jobs.unshift(job);
      forgetOldest(jobs);
      tell();
      return job.view;
    },
    list: () => jobs.map(({ view }) => view),
    find: (id) => jobs.find(({ view }) => view.id === id)?.view ?? null,
    cancel: (id) => {
      const job = jobs.find(({ view }) => view.id === id && view.state === 'running');
      job?.stop.abort();
      return job !== undefined;
    },
    watch: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    close: async () => {
      for (const { stop } of jobs) stop.abort();
      await Promise.all(jobs.map(({ over }) => over));
    },
  };
}

function newView(id: string, title: string, startedAt: Date): JobView {
  const still = { endedAt: null, lines: [], outcome: null, failure: null };
  return { id, title, state: 'running', startedAt: startedAt.toISOString(), ...still };
}
