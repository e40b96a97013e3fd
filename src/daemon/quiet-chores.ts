/** What a daemon has done while no run goes on: spares are made, and what runs left is cleaned up, never both at once. */
import type { Clock } from '../platform/clock.ts';
import { freeBytesOf } from '../platform/disk.ts';
import { isRecord } from '../platform/json.ts';
import type { Workspace } from '../workspace/contract.ts';
import { listSpares, SPARES_KEPT_MS } from '../worktrees/spares/spare.ts';
import type { ActiveSet } from './active-set.ts';
import type { Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';
import { doChore, isSweepReport } from './do-chore.ts';
import type { OpenDaemon } from './open-daemon.ts';

// When a daemon cleans up: while no run goes on and none is about to start, and no longer. A checkout right after many
// files were removed takes many times as long, because the file system does not give their places out again at once.

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
const SPARES_PACE: QuietPace = {
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

function isQuiet(
  { clock, running, wakeAt }: QuietSweepParts,
  marginMs: number,
  worthMs: number,
): boolean {
  if (running() > 0) return false;
  const due = wakeAt();
  return due === null || due - clock.now().getTime() > marginMs + worthMs;
}

// Whether the daemon is to have spares made now, or those that are there kept longer. Pure.

export interface SparesSeen {
  /** Instants in ms since 1970. */
  readonly now: number;
  /** When time alone makes something due; `null`: never. */
  readonly wakeAt: number | null;
  /** When the newest run ended that this daemon saw end; `null`: none did. */
  readonly runEndedAt: number | null;
  readonly ready: number;
  /** How many are set. */
  readonly count: number;
  /** When they were last made or kept; `null`: not by this daemon. */
  readonly keptAt: number | null;
  /** When too few were made; `null`: there were enough. */
  readonly fewSince: number | null;
}

const HOUR_MS = 3_600_000;
/** What stood against them, a full disk or a broken repository, rarely changes sooner. */
const AGAIN_AFTER_MS = 600_000;

export function sparesWanted(seen: SparesSeen): boolean {
  const { now, ready, count, keptAt, fewSince } = seen;
  if (fewSince !== null && now - fewSince < AGAIN_AFTER_MS) return false;
  if (ready > count) return true;
  if (count === 0 || !areUseful(seen)) return false;
  return ready < count || keptAt === null || now - keptAt > SPARES_KEPT_MS / 2;
}

function areUseful({ now, wakeAt, runEndedAt }: SparesSeen): boolean {
  const isSoon = wakeAt !== null && wakeAt - now <= HOUR_MS;
  return isSoon || (runEndedAt !== null && now - runEndedAt <= HOUR_MS);
}

interface QuietParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  readonly closers: Closers;
  readonly daemon: Pick<OpenDaemon, 'running' | 'count'>;
}

export interface QuietChores {
  /** A run begins: what is under way stops at once. */
  disturb(): void;
  runEnded(): void;
}

export function startQuietChores(parts: QuietParts): QuietChores {
  const { clock } = parts.workspace;
  const atWork = { sweep: false, spares: false };
  let runEndedAt: number | null = null;
  const wakeAt = (): number | null => {
    const at = parts.daemon.count.facts().wakeAt;
    return at === null ? null : Date.parse(at);
  };
  const sweepOnce = sweeper(parts);
  const sweep = startQuietSweep({
    clock,
    pace: SWEEP_PACE,
    running: () => parts.daemon.running() + Number(atWork.spares),
    wakeAt,
    sweep: (signal) => marked(atWork, 'sweep', () => sweepOnce(signal)),
    onFailure: (thrown) => parts.log.say('warning', `could not clean up: ${wordsOf(thrown)}`),
  });
  const makeOnce = spareMaker(parts, () => ({ wakeAt: wakeAt(), runEndedAt }));
  const spares = startQuietSweep({
    clock,
    pace: SPARES_PACE,
    running: () => parts.daemon.running() + Number(atWork.sweep),
    wakeAt,
    sweep: (signal) => marked(atWork, 'spares', () => makeOnce(signal)),
    onFailure: (thrown) =>
      parts.log.say('warning', `could not make a worktree ready: ${wordsOf(thrown)}`),
  });
  parts.closers.add(() => sweep.close());
  parts.closers.add(() => spares.close());
  return {
    disturb: () => {
      sweep.disturb();
      spares.disturb();
    },
    runEnded: () => (runEndedAt = clock.now().getTime()),
  };
}

async function marked<Name extends string, Result>(
  atWork: Record<Name, boolean>,
  name: Name,
  work: () => Promise<Result>,
): Promise<Result> {
  atWork[name] = true;
  try {
    return await work();
  } finally {
    atWork[name] = false;
  }
}

type Once = (signal: AbortSignal) => Promise<SweepEnd>;

/** Another process cleans up, so that the daemon stays small. */
function sweeper({ workspace: { env, location }, log }: QuietParts): Once {
  // Each time the same is said once.
  const said = new Set<string>();
  return async (signal) => {
    const folder = location.root;
    const report = await doChore({ name: 'sweep', folder, env, idle: true, signal });
    if (!isSweepReport(report)) throw new TypeError('a clean-up gave no report');
    if (report.done !== null) log.say('info', report.done);
    for (const warning of report.warnings) {
      if (!said.has(warning)) log.say('warning', warning);
      said.add(warning);
    }
    return report.more ? 'more' : 'done';
  };
}

/** Another process makes them, when some are wanted; one that made too few comes again much later. */
function spareMaker(
  { workspace: { env, location, clock }, log, active }: QuietParts,
  due: () => Pick<SparesSeen, 'wakeAt' | 'runEndedAt'>,
): Once {
  let keptAt: number | null = null;
  let fewSince: number | null = null;
  let said: string | null = null;
  return async (signal) => {
    const { root: folder, stateDir } = location;
    const now = clock.now().getTime();
    const ready = (await listSpares(stateDir)).length;
    const { daemon, diskFloorBytes } = active.current();
    const isFull = ready > 0 && (await freeBytesOf(stateDir)) < diskFloorBytes;
    const count = isFull ? 0 : daemon.spares;
    if (!sparesWanted({ ...due(), now, ready, count, keptAt, fewSince })) return 'done';
    // Until it ends well, or a run cuts it short.
    fewSince = now;
    const report = await doChore({ name: 'spares', folder, env, idle: true, signal }).finally(
      () => (fewSince = signal.aborted ? null : fewSince),
    );
    keptAt = now;
    const why = isRecord(report) && typeof report['why'] === 'string' ? report['why'] : null;
    if (why === null) fewSince = null;
    if (why !== null && why !== said) log.say('info', `no worktree was made ready: ${why}`);
    said = why;
    return 'done';
  };
}
