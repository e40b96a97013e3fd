/** Daemons and commands that die at every point on the way to a run. `test/crash` does it one by one, and more often. */
import { once } from 'node:events';

import { describe, expect, it } from 'vitest';

import { PROBE_POINTS } from '../../src/words/step-probe.ts';
import { crashTemplate, crashWorld } from '../kit/crash-world.ts';
import { brokenInvariants } from '../kit/invariants.ts';
import { allEnded, queueOne, serveUntil } from '../kit/serve-until.ts';

describe('a daemon that dies at every point that it comes to', () => {
  it('has one run of each slot in the end', { timeout: 540_000 }, async () => {
    const world = await crashWorld(crashTemplate());
    const points = PROBE_POINTS.filter((point) => point.startsWith('daemon/'));
    // What a daemon begins another one finishes in its own way, and does not come to the same points.
    for (const last of ['daemon/run-made', 'daemon/supervisor-assigned', 'daemon/index-updated']) {
      const from = world.killed().length;
      world.killAt(points.slice(from, points.findIndex((point) => point === last) + 1));
      await queueOne(world);
      await serveUntil(world, async () => world.waiting().length === 0 && (await allEnded(world)));
    }
    expect(world.killed()).toEqual(points);
    expect(await brokenInvariants(world)).toEqual([]);
    expect(await world.workspace.runs.listIds()).toHaveLength(3);
  });
});

describe('a command that dies at every point on the way to a run', () => {
  it('leaves slots that the next daemon brings to their end', { timeout: 540_000 }, async () => {
    const world = await crashWorld(crashTemplate());
    const points = PROBE_POINTS.filter((point) => point.startsWith('command/'));
    for (const point of points) {
      world.killAt([point]);
      await once(world.start('command', 'busy'), 'exit');
      // Another command is refused beside it.
      for (const id of await world.workspace.runs.listIds()) await world.untilEnded(id);
    }
    await serveUntil(world, () => allEnded(world));
    expect(world.killed()).toEqual(points);
    expect(await brokenInvariants(world)).toEqual([]);
    expect(await world.workspace.runs.listIds()).toHaveLength(points.length);
  });
});
