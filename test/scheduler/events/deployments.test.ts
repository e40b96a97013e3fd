import { describe, expect, it } from 'vitest';

import { deployed, listening, onDeployment, openIntake } from '../../kit/event-intake.ts';

describe('a deployment', () => {
  it('is for every active routine whose environment and states fit', async () => {
    const intake = openIntake({
      routines: [
        listening('checks', onDeployment()),
        listening('anywhere', onDeployment({ environment: null })),
        listening('case', onDeployment({ environment: 'Production' })),
        listening('staging', onDeployment({ environment: 'staging' })),
        listening('failures', onDeployment({ states: ['failure', 'error'] })),
        listening('by-ref', onDeployment({ ref: 'origin/live' })),
        listening('nothing'),
        { ...listening('off', onDeployment()), enabled: false },
      ],
    });

    const results = await intake.deliver(deployed('d1', 'aaa'));

    const key = 'event:deployment:production/d1/success';
    expect(results).toEqual(
      ['checks', 'anywhere', 'case'].map((routine) => ({ routine, key, outcome: 'accepted' })),
    );
    expect(intake.wakes()).toBe(1);
  });

  it('is told with the one before it', async () => {
    const intake = openIntake({ routines: [listening('checks', onDeployment())] });

    await intake.deliver(deployed('d1', 'aaa'));
    await intake.deliver(deployed('d2', 'bbb'));
    await intake.deliver(deployed('d3', 'ccc', { previous: 'told' }));

    const pairs = (await intake.records()).map(({ event }) => event?.deployment);
    expect(pairs).toHaveLength(3);
    expect(pairs).toEqual(
      expect.arrayContaining([
        { environment: 'production', state: 'success', previous: null, deployed: 'aaa' },
        { environment: 'production', state: 'success', previous: 'aaa', deployed: 'bbb' },
        { environment: 'production', state: 'success', previous: 'told', deployed: 'ccc' },
      ]),
    );
  });

  it('is remembered when nobody listens, and after a restart', async () => {
    const first = openIntake({ routines: [] });
    expect(await first.deliver(deployed('d1', 'aaa'))).toEqual([]);
    expect(first.wakes()).toBe(0);

    const routines = [listening('checks', onDeployment())];
    const second = openIntake({ routines, stateDir: first.stateDir });
    await second.deliver(deployed('d2', 'bbb'));

    expect((await second.records())[0]?.event?.deployment).toMatchObject({ previous: 'aaa' });
  });

  it('is one slot, however often and however concurrently it is told', async () => {
    const intake = openIntake({ routines: [listening('checks', onDeployment())] });
    await intake.deliver(deployed('d1', 'aaa'));

    const results = await Promise.all(
      Array.from({ length: 20 }, () => intake.deliver(deployed('d2', 'bbb'))),
    );
    await intake.deliver(deployed('d2', 'bbb'));

    expect(results.flat().filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    const records = await intake.records();
    expect(records).toHaveLength(2);
    expect(records.map(({ event }) => event?.deployment?.previous)).toContain('aaa');
  });

  it('of the same commit under another id is a redeployment, told as such', async () => {
    const intake = openIntake({ routines: [listening('checks', onDeployment())] });

    await intake.deliver(deployed('d1', 'aaa'));
    await intake.deliver(deployed('d2', 'aaa'));

    const pairs = (await intake.records()).map(({ event }) => event?.deployment);
    expect(pairs).toContainEqual({
      environment: 'production',
      state: 'success',
      previous: 'aaa',
      deployed: 'aaa',
    });
  });

  it('keeps environments apart, whatever their names', async () => {
    const routines = [listening('checks', onDeployment({ environment: null }))];
    const intake = openIntake({ routines });
    const names = ['production', 'review/x', 'review', '../../x', 'x'.repeat(150), 'Ünï'];

    for (const environment of names) await intake.deliver(deployed('d1', 'aaa', { environment }));
    for (const environment of names) await intake.deliver(deployed('x/d1', 'bbb', { environment }));

    const records = await intake.records();
    expect(records).toHaveLength(12);
    const second = records.filter(({ event }) => event?.deployment?.deployed === 'bbb');
    expect(second.map(({ event }) => event?.deployment?.previous)).toEqual(
      Array.from({ length: 6 }, () => 'aaa'),
    );
  });

  it('that lacks something is refused with the name of what it lacks', async () => {
    const intake = openIntake({ routines: [] });

    await expect(intake.deliver(deployed('d1', ' \n'))).rejects.toMatchObject({
      code: 'usage',
      message: 'a deployment has no deployed',
    });
    await expect(intake.deliver(deployed('x'.repeat(300), 'aaa'))).rejects.toMatchObject({
      message: `the id of a deployment has more than 200 characters: ${'x'.repeat(59)}…`,
    });
  });
});

describe('the states of one deployment', () => {
  const both = onDeployment({ states: ['pending', 'success'] });

  it('fire once each, when a routine listens to them', async () => {
    const intake = openIntake({ routines: [listening('checks', both)] });

    for (const state of ['pending', 'in_progress', 'Success', 'pending', 'success'])
      await intake.deliver(deployed('d1', 'aaa', { state }));

    expect((await intake.records()).map(({ slot }) => slot.key).toSorted()).toEqual([
      'event:deployment:production/d1/pending',
      'event:deployment:production/d1/success',
    ]);
  });

  it('move what is deployed on success only, in whatever order they come', async () => {
    const intake = openIntake({ routines: [listening('checks', both)] });
    await intake.deliver(deployed('d1', 'aaa'));

    await intake.deliver(deployed('d2', 'bbb', { state: 'success' }));
    await intake.deliver(deployed('d2', 'bbb', { state: 'pending' }));
    await intake.deliver(deployed('d3', 'ccc', { state: 'failure' }));
    await intake.deliver(deployed('d4', 'ddd', { state: 'pending' }));
    await intake.deliver(deployed('d5', 'eee', { state: 'success' }));

    const told = (await intake.records()).map(({ event }) => {
      const { state, previous, deployed } = event?.deployment ?? {};
      return `${state}: ${previous} to ${deployed}`;
    });
    expect(told.toSorted()).toEqual([
      'pending: aaa to bbb',
      'pending: bbb to ddd',
      'success: aaa to bbb',
      'success: bbb to eee',
      'success: null to aaa',
    ]);
  });
});

describe('a deployment told by a ref that moved', () => {
  it('is for the routines that watch the ref, and leaves what hooks told alone', async () => {
    const intake = openIntake({
      routines: [
        listening('by-ref', onDeployment({ ref: 'origin/live' })),
        listening('other-ref', onDeployment({ ref: 'origin/beta' })),
        listening('by-hook', onDeployment()),
      ],
    });
    await intake.deliver(deployed('d1', 'aaa'));

    const moved = await intake.deliver(deployed('live@bbb', 'bbb', { ref: 'origin/live' }));
    await intake.deliver(deployed('d2', 'bbb'));

    expect(moved.map(({ routine }) => routine)).toEqual(['by-ref']);
    const pairs = (await intake.records('by-hook')).map(({ event }) => event?.deployment);
    expect(pairs).toContainEqual({
      environment: 'production',
      state: 'success',
      previous: 'aaa',
      deployed: 'bbb',
    });
  });
});

describe('deployments told by two processes at once', () => {
  it('make one chain: each is told with the one before it, and once', async () => {
    const routines = [listening('checks', onDeployment())];
    const one = openIntake({ routines });
    const other = openIntake({ routines, stateDir: one.stateDir });

    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? one : other).deliver(deployed(`d${n % 20}`, `commit-${n % 20}`)),
      ),
    );

    expect(results.flat().filter(({ outcome }) => outcome === 'accepted')).toHaveLength(20);
    const before = new Map(
      (await one.records()).map(({ event }) => [
        event?.deployment?.deployed,
        event?.deployment?.previous,
      ]),
    );
    const { deployments } = await one.parts.deployments.read({
      environment: 'production',
      ref: null,
    });
    const chain: (string | null | undefined)[] = [];
    let at: string | null | undefined = deployments.at(-1)?.deployed;
    while (at !== null && at !== undefined) {
      chain.push(at);
      at = before.get(at);
    }
    expect(new Set(chain).size).toBe(20);
  });
});

describe('a ref that is moved back and forth', () => {
  it('tells of every move once, rollbacks included, however often each is told', async () => {
    const routines = [listening('checks', onDeployment({ ref: 'origin/live' }))];
    const intake = openIntake({ routines });
    const move = async (from: string, to: string): Promise<void> => {
      intake.clock.move(1_000);
      const event = deployed(`origin/live@${to}`, to, { ref: 'origin/live', previous: from });
      await intake.deliver(event);
      await intake.deliver(event);
    };

    await move('aaa', 'bbb');
    await move('bbb', 'aaa');
    await move('aaa', 'bbb');
    await move('bbb', 'aaa');

    const records = (await intake.records()).toSorted((a, b) =>
      a.slot.scheduledFor < b.slot.scheduledFor ? -1 : 1,
    );
    expect(records.map(({ event }) => event?.id)).toEqual([
      'origin/live@bbb',
      'origin/live@aaa',
      'origin/live@bbb~2026-11-21T09:00:03.000Z',
      'origin/live@aaa~2026-11-21T09:00:04.000Z',
    ]);
    const told = records.map(({ event }) => event?.deployment);
    expect(told.map((pair) => `${pair?.previous} to ${pair?.deployed}`)).toEqual([
      'aaa to bbb',
      'bbb to aaa',
      'aaa to bbb',
      'bbb to aaa',
    ]);
  });
});

describe('a crash between what was deployed and its slots', () => {
  it('loses nothing: told again, the deployment makes the slot with the pair that it had', async () => {
    const routines = [listening('checks', onDeployment())];
    const before = openIntake({ routines });
    await before.deliver(deployed('d1', 'aaa'));
    const createAll = async (): Promise<never> => {
      throw new TypeError('crashed');
    };
    const crashing = openIntake({
      routines,
      stateDir: before.stateDir,
      change: { slots: { ...before.parts.slots, createAll } },
    });
    await expect(crashing.deliver(deployed('d2', 'bbb'))).rejects.toThrow('crashed');

    const after = openIntake({ routines, stateDir: before.stateDir });
    expect(await after.deliver(deployed('d2', 'bbb'))).toMatchObject([{ outcome: 'accepted' }]);
    const pairs = (await after.records()).map(({ event }) => event?.deployment);
    expect(pairs).toContainEqual({
      environment: 'production',
      state: 'success',
      previous: 'aaa',
      deployed: 'bbb',
    });
  });
});
