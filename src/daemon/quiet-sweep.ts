/**
 * When a daemon cleans up: while no run goes on and none is about to start, and no longer. A checkout right after many
 * files were removed takes many times as long, because the file system does not give their places out again at once.
 */
import type { Clock } from '../platform/clock.ts';

/** How often something is done in quiet times, and how near the next start may come. */
interface QuietPace {
  readonly firstAfterMs: number;
  readonly everyMs: number;
  /** Nothing is done so shortly before something is due. */
  readonly marginMs: number;
  /** Less of a pause than this is not worth beginning in. */
  readonly worthMs: number;
}

export const SWEEP_PACE: QuietPace = {
  firstAfterMs: 120_000,
  everyMs: 600_000,
  marginMs: 60_000,
  worthMs: 15_000,
};

/** A checkout takes seconds, and the next run begins sooner for it. */
export const SPARES_PACE: QuietPace = {
  firstAfterMs: 10_000,
  everyMs: 15_000,
  marginMs: 5_000,
  worthMs: 10_000,
};

const LOOK_EVERY_MS = 1_000;
/** With routines that follow each other closely there is no such pause: after so long a shorter one has to do. */
const STARVED_MS = 3_600_000;
const STARVED_MARGIN_MS = 5_000;

interface QuietSweepParts {
  readonly clock: Clock;
  readonly pace: QuietPace;
  /** Active runs. */
  readonly running: () => number;
  /** When time alone makes something due, in ms since 1970; `null`: never. */
  readonly wakeAt: () => number | null;
  /** Cleans up until it is done or told to stop, and says whether something is left to do. May throw. */
  readonly sweep: (signal: AbortSignal) => Promise<SweepEnd>;
  /** Told of what a sweep threw. Must not throw. */
  readonly onFailure: (thrown: unknown) => void;
}

export type SweepEnd = 'done' | 'more';

export interface QuietSweep {
  /** A run begins: the sweep that is under way stops at once. */
  disturb(): void;
  /** Resolves when none is under way. */
  close(): Promise<void>;
}

export function startQuietSweep(parts: QuietSweepParts): QuietSweep {
  const closed = new AbortController();
  let current: AbortController | null = null;
  const loop = async (): Promise<void> => {
    const { clock, pace } = parts;
    let sweptAt = clock.monotonic();
    await clock.sleep(pace.firstAfterMs, closed.signal);
    while (!closed.signal.aborted) {
      const starved = clock.monotonic() - sweptAt > STARVED_MS;
      const marginMs = starved ? STARVED_MARGIN_MS : pace.marginMs;
      if (!isQuiet(parts, marginMs, pace.worthMs)) {
        await clock.sleep(LOOK_EVERY_MS * 10, closed.signal);
        continue;
      }
      current = new AbortController();
      const end = await sweepWhileQuiet(parts, current, marginMs);
      current = null;
      sweptAt = clock.monotonic();
      await clock.sleep(end === 'done' ? pace.everyMs : pace.marginMs, closed.signal);
    }
  };
  const looping = loop();
  const disturb = (): void => current?.abort();
  return {
    disturb,
    close: () => {
      closed.abort();
      disturb();
      return looping;
    },
  };
}

/* oxlint-disable-next-line eslint/max-params -- one sweep, and how near the next start may come */
async function sweepWhileQuiet(
  parts: QuietSweepParts,
  stop: AbortController,
  marginMs: number,
): Promise<SweepEnd> {
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await parts.clock.sleep(LOOK_EVERY_MS, ended.signal);
      if (!isQuiet(parts, marginMs, 0)) stop.abort();
    }
  };
  void watch();
  try {
    const end = await parts.sweep(stop.signal);
    return stop.signal.aborted ? 'more' : end;
  } catch (thrown) {
    if (!stop.signal.aborted) parts.onFailure(thrown);
    return stop.signal.aborted ? 'more' : 'done';
  } finally {
    ended.abort();
  }
}

/* oxlint-disable-next-line eslint/max-params -- what is known, and how long the pause has to be */
function isQuiet(
  { clock, running, wakeAt }: QuietSweepParts,
  marginMs: number,
  worthMs: number,
): boolean {
  if (running() > 0) return false;
  const due = wakeAt();
  return due === null || due - clock.now().getTime() > marginMs + worthMs;
}
