/** Supervisors and workers that die at every point that they come to, one after the other. `test/crash` does it again and again. */
import { describe, expect, it } from 'vitest';

import { RUN_STEPS } from '../../src/words/run.ts';
import { PROBE_POINTS, type ProbePoint } from '../../src/words/step-probe.ts';
import { crashTemplate, crashWorld } from '../kit/crash-world.ts';
import { brokenInvariants } from '../kit/invariants.ts';
import { killRound } from '../kit/kill-round.ts';

describe('a run', () => {
  it('comes to every point there is, and to each step', async () => {
    const world = await crashWorld(crashTemplate());
    await world.untilEnded(await world.launch());
    expect(await brokenInvariants(world)).toEqual([]);
    const reached = world.reached();
    const own = PROBE_POINTS.filter((point) => /^(?:supervisor|worker)\//.test(point));
    expect(own.filter((point) => !reached.includes(point))).toEqual([]);
    const begun = reached.filter((point) => /^supervisor\/.*-begun$/.test(point));
    expect(begun).toEqual(RUN_STEPS.map((step) => `supervisor/${step}-begun`));
  });

  it(
    'ends as it should whoever of its processes dies, and where',
    { timeout: 540_000 },
    async () => {
      const template = crashTemplate();
      const world = await crashWorld(template);
      await world.untilEnded(await world.launch());
      const points: readonly ProbePoint[] = world.reached();
      const { broken, missed, ...counts } = await killRound({
        template,
        points,
        lanes: 4,
        random: () => 0,
        delayMs: () => 0,
      });
      expect(broken).toEqual({});
      expect(missed).toEqual([]);
      expect(counts.kills).toBe(points.length);
    },
  );
});
