/**
 * The loop of the daemon: when to look at what is due. One timer, whatever the number of routines.
 *
 * A timer counts time that the machine is awake for, and its wall clock may be set: so no wait is longer than 30 s, and
 * after each the two clocks are compared. Where they moved apart, the plan is made again at once. Ticks never overlap,
 * and one that fails is tried again, later each time: nothing that a tick meets ends the loop.
 */
import type { Clock } from '../platform/clock.ts';

const MAX_WAIT_MS = 30_000;
/** However far away the next slot is: whatever changed without a word is noticed by then. */
const LOOK_EVERY_MS = 300_000;
/** A clock that is only being corrected moves less between two looks. */
const CLOCK_MOVED_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** After a tick that wants to be followed by another at once; doubled as long as that continues. */
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 1_000;

interface SchedulerRequest {
  readonly clock: Clock;
  /** Decides and carries out; gives when time alone changes something, in ms since 1970. May throw. */
  tick(): Promise<{ readonly wakeAt: number | null }>;
  /** Told of each. Must not throw. */
  onTick(report: TickReport): void;
}

type WokenBy = 'start' | 'time' | 'wake' | 'clock' | 'retry';

export type TickReport =
  | (TickFacts & { readonly kind: 'done'; readonly wakeAt: number | null })
  | (TickFacts & {
      readonly kind: 'failed';
      readonly thrown: unknown;
      /** In a row, this one included. */
      readonly failures: number;
      readonly retryInMs: number;
    });

interface TickFacts {
  /** When it began. */
  readonly at: Date;
  readonly tookMs: number;
  readonly wokenBy: WokenBy;
}

export interface Scheduler {
  /** Looks at once; several calls before it does are one. */
  wake(): void;
  /** Resolves when the tick that is under way has ended. */
  stop(): Promise<void>;
}

/** The first tick begins at once. */
export function startScheduler(request: SchedulerRequest): Scheduler {
  const bell = ringable();
  const looping = loop(request, bell);
  return {
    wake: () => bell.ring('wake'),
    stop: () => {
      bell.ring('stop');
      return looping;
    },
  };
}

async function loop(request: SchedulerRequest, bell: Bell): Promise<void> {
  let failures = 0;
  let hurried = 0;
  let wokenBy: WokenBy = 'start';
  while (!bell.stopped()) {
    bell.hush();
    const began = moment(request.clock);
    const outcome = await attempt(request);
    const facts = {
      at: new Date(began.wall),
      tookMs: request.clock.monotonic() - began.monotonic,
      wokenBy,
    };
    let wait: Wait;
    if (outcome.kind === 'done') {
      failures = 0;
      const pressing = outcome.wakeAt !== null && outcome.wakeAt <= request.clock.now().getTime();
      hurried = pressing ? hurried + 1 : 0;
      wait = { began, wakeAt: outcome.wakeAt, leastMs: pauseOf(hurried) };
      request.onTick({ ...facts, ...outcome });
    } else {
      failures += 1;
      const retryInMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
      wait = { began, wakeAt: null, leastMs: retryInMs };
      request.onTick({ ...facts, ...outcome, failures, retryInMs });
    }
    wokenBy = await waitFor({ ...wait, retry: outcome.kind === 'failed' }, request.clock, bell);
  }
}

type Attempt =
  | { readonly kind: 'done'; readonly wakeAt: number | null }
  | { readonly kind: 'failed'; readonly thrown: unknown };

async function attempt(request: SchedulerRequest): Promise<Attempt> {
  try {
    return { kind: 'done', wakeAt: (await request.tick()).wakeAt };
  } catch (thrown) {
    return { kind: 'failed', thrown };
  }
}

function pauseOf(hurried: number): number {
  return hurried === 0
    ? 0
    : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(hurried - 1, 10));
}

interface Wait {
  readonly began: Moment;
  readonly wakeAt: number | null;
  /** Nothing but a call from outside cuts this short. */
  readonly leastMs: number;
}

async function waitFor(
  { began, wakeAt, leastMs, retry }: Wait & { readonly retry: boolean },
  clock: Clock,
  bell: Bell,
): Promise<WokenBy> {
  const earliest = clock.monotonic() + leastMs;
  const latest = retry ? earliest : began.monotonic + Math.max(LOOK_EVERY_MS, leastMs);
  for (;;) {
    if (bell.rung()) return 'wake';
    const now = moment(clock);
    const drift = now.wall - began.wall - (now.monotonic - began.monotonic);
    if (Math.abs(drift) > CLOCK_MOVED_MS) return 'clock';
    const due = wakeAt === null ? Infinity : now.monotonic + (wakeAt - now.wall);
    const until = Math.max(earliest, Math.min(due, latest));
    const left = until - now.monotonic;
    if (left <= 0) return retry ? 'retry' : 'time';
    await clock.sleep(Math.min(left, MAX_WAIT_MS), bell.signal());
  }
}

interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

function moment(clock: Clock): Moment {
  return { wall: clock.now().getTime(), monotonic: clock.monotonic() };
}

interface Bell {
  ring(why: 'wake' | 'stop'): void;
  /** Forgets what rang before: the tick that begins sees it all. */
  hush(): void;
  rung(): boolean;
  stopped(): boolean;
  signal(): AbortSignal;
}

function ringable(): Bell {
  let controller = new AbortController();
  let stopped = false;
  return {
    ring: (why) => {
      if (why === 'stop') stopped = true;
      controller.abort();
    },
    hush: () => {
      if (controller.signal.aborted) controller = new AbortController();
    },
    rung: () => controller.signal.aborted,
    stopped: () => stopped,
    signal: () => controller.signal,
  };
}
