/** What a daemon has done while no run goes on: spares are made, and what runs left is cleaned up, never both at once. */
import { freeBytesOf } from '../platform/disk.ts';
import { isRecord } from '../platform/json.ts';
import type { Workspace } from '../workspace/contract.ts';
import { listSpares } from '../worktrees/spares/spare.ts';
import type { ActiveSet } from './active-set.ts';
import type { Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';
import { doChore } from './do-chore.ts';
import type { OpenDaemon } from './open-daemon.ts';
import { SPARES_PACE, startQuietSweep, SWEEP_PACE, type SweepEnd } from './quiet-sweep.ts';
import { sparesWanted, type SparesSeen } from './spares-wanted.ts';
import { isSweepReport } from './sweep-report.ts';

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
