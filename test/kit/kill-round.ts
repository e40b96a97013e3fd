/**
 * Kills a supervisor or a worker at every point there is, once: some points in a run of their own, others one after the
 * other in the same run, so that what is taken up again dies as well.
 */
import type { ProbePoint } from '../../src/words/step-probe.ts';
import { crashWorld, type CrashWorld } from './crash-world.ts';
import type { GitRepo } from './git-repo.ts';
import { brokenInvariants } from './invariants.ts';

export interface KillRound {
  readonly template: GitRepo;
  /** Of a run that nobody disturbs, in order. */
  readonly points: readonly ProbePoint[];
  /** Runs at once. */
  readonly lanes: number;
  /** Below 1; what is drawn decides what is killed in one run. */
  readonly random: () => number;
  readonly delayMs: () => number;
}

export interface KilledRound {
  readonly kills: number;
  readonly runs: number;
  /** What did not hold, by the kills of the run. */
  readonly broken: Readonly<Record<string, readonly string[]>>;
  /** Nobody came to them. */
  readonly missed: readonly ProbePoint[];
}

/** A point that was planned in so many runs and not come to is missed. */
const MOST_TRIES = 4;

export async function killRound(round: KillRound): Promise<KilledRound> {
  const left = pointsLeft(round);
  const broken: Record<string, readonly string[]> = {};
  let [kills, runs] = [0, 0];
  const lane = async (): Promise<void> => {
    for (let plan = left.draw(); plan.length > 0; plan = left.draw()) {
      const world = await crashWorld(round.template);
      world.killAt(plan, round.delayMs);
      const problems = await outcomeOf(world);
      left.giveBack(world.waiting());
      if (problems.length > 0) broken[world.killed().join(', ')] = problems;
      kills += world.killed().length;
      runs += 1;
    }
  };
  await Promise.all(Array.from({ length: round.lanes }, lane));
  return { kills, runs, broken, missed: left.missed() };
}

async function outcomeOf(world: CrashWorld): Promise<readonly string[]> {
  try {
    await world.untilEnded(await world.launch());
    return await brokenInvariants(world);
  } catch (thrown) {
    return [String(thrown)];
  }
}

interface PointsLeft {
  /** Of one run; empty when there is nothing left. */
  draw(): readonly ProbePoint[];
  giveBack(points: readonly ProbePoint[]): void;
  missed(): readonly ProbePoint[];
}

function pointsLeft({ points, random }: KillRound): PointsLeft {
  const left = new Set(
    points
      .map((point) => ({ point, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ point }) => point),
  );
  const tries = new Map<ProbePoint, number>();
  const missed: ProbePoint[] = [];
  const begin = points.indexOf('supervisor/agent-started');
  const told = points.indexOf('supervisor/report-begun');
  const take = (isWanted: (point: ProbePoint, at: number) => boolean): readonly ProbePoint[] => {
    const found = [...left].find((point) => isWanted(point, points.indexOf(point)));
    if (found === undefined) return [];
    left.delete(found);
    return [found];
  };
  return {
    draw: () => {
      // A supervisor that died before the agent is followed by another one, which begins again; a worker is not.
      const restarted = take((point, at) => at < begin && point.startsWith('supervisor'));
      const failed = take(
        (point, at) =>
          at < begin && point.startsWith('worker') && (restarted.length === 0 || !tries.has(point)),
      );
      const from = failed.length > 0 ? told : begin;
      // What such a run did not come to waits for one that goes well until then.
      const isLate = (point: ProbePoint, since: number): boolean =>
        points.indexOf(point) >= since &&
        (restarted.length + failed.length === 0 || !tries.has(point));
      const plan = [
        ...restarted,
        ...failed,
        ...take((point) => isLate(point, from) && point.startsWith('supervisor')),
        ...take((point) => isLate(point, from) && point.startsWith('worker')),
        ...take((point) => isLate(point, told) && point.startsWith('worker')),
      ];
      for (const point of plan) tries.set(point, (tries.get(point) ?? 0) + 1);
      return plan;
    },
    giveBack: (back) => {
      for (const point of back)
        if ((tries.get(point) ?? 0) < MOST_TRIES) left.add(point);
        else missed.push(point);
    },
    missed: () => missed,
  };
}
