/**
 * Every point at which a process of a run can die, again and again: in another order each time, in other company, now
 * at the point itself and now a moment later, in the middle of what follows.
 */
import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import type { ProbePoint } from '../../src/words/step-probe.ts';
import { crashTemplate, crashWorld } from '../kit/crash-world.ts';
import { brokenInvariants } from '../kit/invariants.ts';
import { killRound } from '../kit/kill-round.ts';
import { randomFrom } from '../kit/random-from.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? '20');
const FIRST_SEED = Number(process.env['CRASH_SEED'] ?? '1');
/** Runs at once: they wait for each other's processes most of the time. */
const LANES = 6;
const LATEST_MS = 60;

const hasSandbox = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;

/** The points of a run that nobody disturbs, in order; the same in each round. */
const undisturbed = new Map<string, Promise<readonly ProbePoint[]>>();

function pointsOf(isolation: string): Promise<readonly ProbePoint[]> {
  const known = undisturbed.get(isolation) ?? undisturbedPoints(isolation);
  undisturbed.set(isolation, known);
  return known;
}

async function undisturbedPoints(isolation: string): Promise<readonly ProbePoint[]> {
  const world = await crashWorld(crashTemplate(isolation));
  await world.untilEnded(await world.launch());
  expect(await brokenInvariants(world)).toEqual([]);
  // It was let in at that level, and came to its end.
  expect(world.reached()).toContain('worker/branch-published');
  return world.reached();
}

describe('runs whose supervisors and workers die', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + FIRST_SEED))(
    'end as they should: round %i',
    { timeout: 600_000 },
    async (seed) => {
      const isolation = hasSandbox && seed % 2 === 0 ? 'sandbox' : 'private';
      const template = crashTemplate(isolation);
      const points = await pointsOf(isolation);
      const random = randomFrom(seed);
      const { broken, kills } = await killRound({
        template,
        points,
        lanes: LANES,
        random,
        // One in two at the point itself.
        delayMs: () => Math.max(0, Math.round((random() - 0.5) * 2 * LATEST_MS)),
      });
      expect(broken).toEqual({});
      // Of those that are to die later some have ended by then.
      expect(kills).toBeGreaterThan(points.length / 2);
    },
  );
});
