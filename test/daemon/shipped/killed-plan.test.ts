/** A plan is accepted by a program that is killed again and again: what it makes is there once, whenever it died. */
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { keyOf, NOW, taskOf } from '../../kit/items.ts';
import { randomFrom } from '../../kit/random-from.ts';
import { smallWorkspace } from '../../kit/workspace.ts';

const TASKS = 24;
/** More kills than that have other reasons than bad luck. */
const MOST_KILLS = 60;

test.each([1, 2, 3])('each sub-item and each run is made once (seed %i)', async (seed) => {
  const random = randomFrom(seed);
  const there = smallWorkspace();
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: there.stateDir, ROUNDSMAN_USER: 'ada' };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: there.repo.path,
    env,
    clock: systemClock,
  });
  there.roundsman('items', 'new', 'Split it');
  there.agentRoutine('implement', ['ok']);
  const id = newRunId(new Date(NOW));
  await workspace.plans.create({
    id,
    item: keyOf(1),
    state: 'proposed',
    engine: 'command',
    run: null,
    tasks: Array.from({ length: TASKS }, (_one, index) =>
      taskOf(index + 1, index % 2 === 1 ? { dependsOn: [index] } : {}),
    ),
    problems: [],
    createdAt: NOW,
    decision: null,
  });

  const made = async (): Promise<number> =>
    (await workspace.items.list()).filter(({ parent }) => parent === keyOf(1)).length;
  let kills = 0;
  for (let done = false; !done;) {
    expect(kills).toBeLessThan(MOST_KILLS);
    const before = await made();
    const child = there.start('plan', 'accept', '1', '--run', 'implement');
    const ended = once(child, 'exit');
    // Dies once it has made so many more, at whatever it is doing then.
    const wanted = before + Math.floor(random() * 6);
    while (child.exitCode === null && child.signalCode === null && (await made()) < wanted);
    if (kills < 8) child.kill('SIGKILL');
    await ended;
    if (child.signalCode === 'SIGKILL') kills += 1;
    else done = true;
  }

  const items = (await workspace.items.list()).filter(({ parent }) => parent === keyOf(1));
  expect(kills).toBeGreaterThan(0);
  expect(items.map(({ planned }) => planned?.task ?? 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: TASKS }, (_one, index) => index + 1),
  );
  const slots = await workspace.slots.listOpen();
  const begun = items.filter(({ planned }) => (planned?.task ?? 0) % 2 === 1);
  expect(slots.map(({ item }) => item ?? '').toSorted()).toEqual(
    begun.map(({ key }) => key).toSorted(),
  );
  expect(await workspace.plans.read(id)).toMatchObject({ state: 'settled' });
});
