/** A run with parts, whose own processes and those of its parts die at every point that any of them comes to. */
import { describe, expect, it } from 'vitest';

import { crashTemplate, crashWorld } from '../../kit/crash-world.ts';
import { brokenInvariants } from '../../kit/invariants.ts';
import { killRound } from '../../kit/kill-round.ts';
import { randomFrom } from '../../kit/random-from.ts';

const VARIANTS = ['variants: [command, { engine: command, model: other }]'];

describe('a run by several engines', () => {
  it(
    'doubles nothing and tells every part, whoever of its processes dies, and where',
    { timeout: 600_000 },
    async () => {
      const template = crashTemplate('private', VARIANTS);
      const world = await crashWorld(template);
      const id = await world.launch();
      await world.untilEnded(id);
      expect(await brokenInvariants(world)).toEqual([]);
      const [view] = (await world.workspace.runs.listViews()).views;
      expect(view?.parts.map(({ result }) => result?.execution)).toEqual([
        'succeeded',
        'succeeded',
      ]);
      const points = world.reached();
      expect(points).toContain('lead/part-started');
      const random = randomFrom(1);
      const { broken, missed, kills } = await killRound({
        template,
        points,
        lanes: 4,
        random,
        delayMs: () => 0,
      });
      expect(broken).toEqual({});
      expect(missed).toEqual([]);
      expect(kills).toBeGreaterThan(points.length / 2);
    },
  );
});
