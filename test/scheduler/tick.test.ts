import { describe, expect, it } from 'vitest';

import { AppError } from '../../src/words/errors.ts';
import type { Policy } from '../../src/words/policy.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import { cron, MINUTELY, scheduled } from '../kit/plan.ts';
import { TickWorld } from '../kit/tick-world.ts';

const HOUR = 3_600_000;
const DAY = '2026-11-21T';
const SEVEN = `${DAY}07:00:00.000Z`;

/** One that has been there since 06:30, at 07:00. */
async function worldAtSeven(
  routines: readonly ScheduledRoutine[],
  options: Partial<ConstructorParameters<typeof TickWorld>[0]> = {},
): Promise<TickWorld> {
  const world = new TickWorld({ now: `${DAY}06:30:00.000Z`, ...options });
  world.routines = routines;
  await world.tick();
  world.now = Date.parse(SEVEN);
  return world;
}

/** `todo at:07:00 started` */
function ledger(world: TickWorld): readonly string[] {
  return world.stores.records().map(({ routine, slot, state, attempts }) => {
    const key = slot.key.replace(DAY, '').replace(/:00\.000Z$/, '');
    const cause = 'cause' in state ? ` ${state.cause}` : '';
    return `${routine} ${key} ${state.kind}${cause}${attempts === 0 ? '' : ` after ${attempts}`}`;
  });
}

const todo = scheduled('todo');
const policy = (change: Partial<Policy>): ScheduledRoutine => scheduled('todo', { policy: change });

describe('a tick', () => {
  it('starts nothing at first: a schedule counts from when it was seen', async () => {
    const world = new TickWorld({ now: SEVEN });
    world.routines = [todo];
    const outcome = await world.tick();
    expect([outcome?.started, world.stores.cursor()]).toEqual([[], { plannedTo: SEVEN }]);
    expect(world.wakeAt).toBe(Date.parse(`${DAY}08:00:00.000Z`));
  });

  it('lets the record say started, with its run and the attempt, before the run is made', async () => {
    const seen: string[] = [];
    const world = await worldAtSeven([todo], {
      beforeStart: (record, { stores }) => {
        seen.push(...stores.records().map(({ state }) => state.kind), record.state.kind);
      },
    });
    const outcome = await world.tick();
    expect(seen).toEqual(['started', 'started']);
    expect(ledger(world)).toEqual(['todo at:07:00 started after 1']);
    expect(outcome?.started.map(({ runId }) => runId)).toEqual(world.runs.map(({ id }) => id));
  });

  it('does nothing more when it is done once more', async () => {
    const world = await worldAtSeven([todo]);
    await world.tick();
    const before = ledger(world);
    expect((await world.tick())?.decisions).toEqual([]);
    expect(ledger(world)).toEqual(before);
  });

  it('leaves a slot alone that somebody else has recorded, and everything that was for it', async () => {
    const world = await worldAtSeven([policy({ overlap: 'cancel-other' })]);
    await world.tick();
    world.now += HOUR;
    Object.assign(world.parts.slots, {
      createAll: (records: readonly SlotRecord[]) => Promise.resolve(records.map(() => false)),
    });
    await world.tick();
    expect([world.stops, world.runs.length]).toEqual([[], 1]);
  });

  it('asks runs to end that are in the way, and starts the slot when they have', async () => {
    const world = await worldAtSeven([policy({ overlap: 'cancel-other' })]);
    await world.tick();
    world.now += HOUR;
    await world.tick();
    expect(world.stops).toEqual(['cancel 0001']);
    expect(ledger(world)).toEqual(['todo at:07:00 started after 1', 'todo at:08:00 queued']);
    world.end(world.runs[0]);
    await world.tick();
    expect(ledger(world)).toEqual([
      'todo at:07:00 started after 1',
      'todo at:08:00 started after 1',
    ]);
  });

  it('lets the slot say why its run could not be made, and gives its place to the next', async () => {
    const other = scheduled('other');
    const world = await worldAtSeven([other, todo], {
      limits: { maxRunning: 1, staggerMs: 250 },
      beforeStart: (record) => {
        if (record.routine !== 'other') return;
        throw new AppError('missing', { code: 'x', message: 'no\nspace is left', hint: '' });
      },
    });
    const outcome = await world.tick();
    expect(outcome?.problems.map(({ message }) => message)).toEqual(['no\nspace is left']);
    expect([outcome?.started, outcome?.wakeAt]).toEqual([[], world.now]);
    expect(world.stores.records()[1]?.state).toEqual({
      kind: 'skipped',
      cause: 'failed-start',
      reason: 'its run could not be made: no space is left',
    });
    await world.tick();
    expect(ledger(world)).toEqual([
      'todo at:07:00 started after 1',
      'other at:07:00 skipped failed-start',
    ]);
  });

  it('skips what came due in a timed pause, also when no process looked, and starts what comes after', async () => {
    const world = await worldAtSeven([todo]);
    const until = new Date(world.now + 2 * HOUR).toISOString();
    const at = new Date(world.now).toISOString();
    await world.stores.pauses.write({ routine: todo.id, by: 'ada', at, reason: '', until });
    await world.tick();
    world.now += 2 * HOUR + HOUR / 2;
    await world.tick();
    expect(ledger(world)).toEqual([
      'todo at:07:00 skipped paused',
      'todo at:08:00 skipped paused',
      'todo at:09:00 started after 1',
    ]);
  });

  it('pauses with all others what is committed while all are paused, and no draft that a person enabled', async () => {
    const world = await worldAtSeven([todo]);
    const at = new Date(world.now).toISOString();
    const pause = { by: 'ada', at, reason: 'holidays', all: true } as const;
    await world.stores.pauses.write({ ...pause, routine: todo.id });
    const [fresh, off] = [scheduled('fresh'), scheduled('off', { enabled: false })];
    const draft: ScheduledRoutine = { ...scheduled('draft'), source: 'enabled' };
    world.routines = [todo, fresh, draft, off];
    await world.tick();
    world.now += HOUR;
    await world.tick();
    expect(await world.stores.pauses.list(at)).toEqual([
      { ...pause, routine: 'todo' },
      { ...pause, routine: 'fresh' },
    ]);
    expect(ledger(world).toSorted()).toEqual([
      'draft at:08:00 started after 1',
      'fresh at:08:00 skipped paused',
      'todo at:07:00 skipped paused',
      'todo at:08:00 skipped paused',
    ]);
    // What a person resumed stays so, and without such a pause nothing is paused with the others.
    await world.resume(fresh);
    await world.resume(todo);
    await world.stores.pauses.write({ by: 'ada', at, reason: '', routine: todo.id });
    world.routines = [todo, fresh, scheduled('later')];
    world.now += HOUR;
    await world.tick();
    expect((await world.stores.pauses.list(at)).map(({ routine }) => routine)).toEqual(['todo']);
  });

  it('writes a pause after failures, and starts nothing until somebody resumes', async () => {
    const world = await worldAtSeven([policy({ pauseAfterFailures: 1 })]);
    await world.tick();
    world.end(world.runs[0], false);
    await world.tick();
    expect(await world.stores.pauses.list(new Date(world.now).toISOString())).toEqual([
      {
        routine: 'todo',
        by: 'roundsman',
        at: SEVEN,
        reason: 'its last run did not go well',
      },
    ]);
    world.now += HOUR;
    await world.tick();
    await world.resume(todo);
    world.now += HOUR;
    await world.tick();
    expect(ledger(world)).toEqual([
      'todo at:07:00 started after 1',
      'todo at:08:00 skipped paused',
      'todo at:09:00 started after 1',
    ]);
  });

  it('starts what a person put into the queue of a routine that is not active, within its limits', async () => {
    const local = scheduled('local', {
      definition: 'e'.repeat(64),
      policy: { concurrency: { group: 'writers', max: 1 } },
    });
    const writer = scheduled('writer', { policy: { concurrency: { group: 'writers', max: 1 } } });
    const world = await worldAtSeven([writer]);
    await world.tick();
    await world.put(local, 'manual:1');
    await world.tick();
    expect(ledger(world)).toEqual(['writer at:07:00 started after 1', 'local manual:1 queued']);
    world.end(world.runs[0]);
    await world.tick();
    expect(ledger(world)[1]).toBe('local manual:1 started after 1');
  });
});

describe('a tick that was cut off', () => {
  it('is made up for by the next, wherever it was cut off', async () => {
    for (let operations = 0; operations < 20; operations += 1) {
      const world = await worldAtSeven([todo, scheduled('other')], { limits: { maxRunning: 1 } });
      await world.tick(operations);
      await world.tick();
      expect({ operations, ledger: ledger(world).toSorted() }).toEqual({
        operations,
        ledger: ['other at:07:00 started after 1', 'todo at:07:00 queued'],
      });
      expect([world.runs.length, world.stores.cursor()]).toEqual([1, { plannedTo: SEVEN }]);
    }
  });

  it('has its run made by a daemon that begins', async () => {
    const world = await worldAtSeven([todo], { beforeStart: cutOnce() });
    await world.tick();
    expect([ledger(world), world.runs]).toEqual([['todo at:07:00 started after 1'], []]);
    await world.recover();
    expect(world.runs.map(({ record }) => record.slot.key)).toEqual([`at:${SEVEN}`]);
    await world.tick();
    expect(world.runs).toHaveLength(1);
  });

  it('puts its slot back into the queue when another run of the routine was started since', async () => {
    const routines = [policy({ overlap: 'buffer-one' })];
    const world = await worldAtSeven(routines, { beforeStart: cutOnce() });
    await world.tick();
    world.startByHand(todo);
    await world.recover();
    expect(ledger(world)).toEqual(['todo at:07:00 queued']);
    world.end(world.runs[0]);
    await world.tick();
    expect(ledger(world)).toEqual(['todo at:07:00 started after 1']);
  });

  it('counts slots together as it did before, however long nobody looked since', async () => {
    const often = scheduled('often', { triggers: [MINUTELY], policy: { misfire: 'skip' } });
    for (let operations = 6; operations < 12; operations += 1) {
      const world = await worldAtSeven([often], { limits: { cap: 5 } });
      await world.tick(operations);
      world.now += 10 * 60_000;
      await world.tick();
      await world.tick();
      const records = world.stores.records();
      const count = records.reduce((sum, { covers }) => sum + (covers?.count ?? 1), 0);
      // 06:31 to 07:10
      expect({ operations, count }).toEqual({ operations, count: 40 });
    }
  });
});

/** Between the first record and its run. */
function cutOnce(): (record: SlotRecord, world: TickWorld) => void {
  let done = false;
  return (_record, { fuse }) => {
    if (done) return;
    done = true;
    fuse.cut();
  };
}

describe('a slot that said started long ago', () => {
  it('is not run again though its run is not kept any more', async () => {
    const world = await worldAtSeven([todo]);
    await world.tick();
    world.runs.length = 0;
    world.now += 3 * 24 * HOUR;
    await world.recover();
    expect(world.runs).toEqual([]);
  });
});

describe('definitions that change', () => {
  it('fire nothing of the past when a schedule is edited, a routine renamed or enabled', async () => {
    const world = await worldAtSeven([todo, scheduled('off', { enabled: false })]);
    world.now = Date.parse(`${DAY}06:45:00.000Z`);
    world.routines = [
      scheduled('todo', { triggers: [cron('40 * * * *')] }),
      scheduled('renamed'),
      scheduled('off', { triggers: [cron('40 * * * *')] }),
    ];
    await world.tick();
    expect(ledger(world)).toEqual([]);
    world.now = Date.parse(`${DAY}07:41:00.000Z`);
    await world.tick();
    expect(ledger(world).toSorted()).toEqual([
      'off at:07:40 started after 1',
      'renamed at:07:00 started after 1',
      'todo at:07:40 started after 1',
    ]);
  });

  it('leave the schedule as it is when anything else is edited', async () => {
    const world = await worldAtSeven([todo]);
    world.routines = [scheduled('todo', { definition: 'e'.repeat(64), policy: { cooldownMs: 1 } })];
    await world.tick();
    expect(ledger(world)).toEqual(['todo at:07:00 started after 1']);
  });

  it('lose no slot when a file vanishes for a moment, and fire none twice', async () => {
    const world = await worldAtSeven([todo]);
    world.routines = [];
    await world.tick();
    expect([ledger(world), world.wakeAt]).toEqual([[], Date.parse(SEVEN) + 60_000]);
    world.now += 100;
    world.routines = [todo];
    await world.tick();
    await world.tick();
    expect(ledger(world)).toEqual(['todo at:07:00 started after 1']);
  });

  it('skip what is open once a routine has been gone for a minute, and forget its schedule', async () => {
    const world = await worldAtSeven([todo]);
    await world.put(todo, 'event:git:main@1');
    world.routines = [];
    await world.tick();
    expect(ledger(world)).toEqual(['todo event:git:main@1 due']);
    world.now += 60_000;
    await world.tick();
    expect(ledger(world)).toEqual(['todo event:git:main@1 skipped inactive']);
    world.routines = [todo];
    await world.tick();
    expect(world.stores.starts().get(todo.id)?.since).toBe(`${DAY}07:01:00.000Z`);
  });
});

describe('a clock that is set', () => {
  it('back by an hour fires nothing twice, and loses nothing once it has caught up', async () => {
    const world = await worldAtSeven([todo]);
    await world.tick();
    world.end(world.runs[0]);
    world.now -= HOUR;
    for (let minutes = 0; minutes <= 120; minutes += 1) {
      await world.tick();
      for (const run of world.live()) world.end(run);
      world.now += 60_000;
    }
    expect(ledger(world)).toEqual([
      'todo at:07:00 started after 1',
      'todo at:08:00 started after 1',
    ]);
  });

  it('back loses no slot of a file that was gone for a moment and is there again', async () => {
    const often = scheduled('todo', { triggers: [MINUTELY] });
    const world = await worldAtSeven([often]);
    await world.tick();
    for (const run of world.live()) world.end(run);
    const seven = world.now;
    world.routines = [];
    world.now = seven + HOUR / 2;
    await world.tick();
    world.routines = [often];
    world.now -= HOUR;
    await world.tick();
    world.now = seven + HOUR / 2 + 60_000;
    await world.tick();
    const recorded = world.stores
      .records()
      .flatMap(({ slot, covers }) => (covers === null ? [slot.scheduledFor] : []));
    const minutes = Array.from({ length: 31 }, (_, at) =>
      new Date(seven + (at + 1) * 60_000).toISOString(),
    );
    expect(recorded).toEqual(expect.arrayContaining(minutes));
  });

  it('back after a tick that was cut off gives no slot of an edited schedule a second record', async () => {
    for (let operations = 6; operations < 12; operations += 1) {
      const world = new TickWorld({ now: `${DAY}06:30:00.000Z`, limits: { cap: 5 } });
      world.routines = [scheduled('todo', { triggers: [MINUTELY], policy: { misfire: 'skip' } })];
      await world.tick();
      world.now = Date.parse(`${DAY}12:00:30.000Z`);
      await world.tick(operations);
      const fives = [cron('*/5 * * * *')];
      world.routines = [scheduled('todo', { triggers: fives, policy: { misfire: 'skip' } })];
      world.now -= HOUR;
      await world.tick();
      world.now += 2 * HOUR;
      await world.tick();
      const records = world.stores.records();
      for (let at = Date.parse(`${DAY}11:00:00.000Z`); at <= world.now; at += 300_000) {
        const instant = new Date(at).toISOString();
        const holding = records.filter(({ slot, covers }) =>
          covers === null
            ? slot.scheduledFor === instant
            : covers.from <= instant && instant <= covers.to,
        );
        expect({ operations, instant, twice: holding.length > 1 }).toEqual({
          operations,
          instant,
          twice: false,
        });
      }
      expect(records.some(({ slot }) => slot.scheduledFor === `${DAY}13:00:00.000Z`)).toBe(true);
    }
  });

  it('forward by three hours makes up for them as for any time without anybody there', async () => {
    const world = await worldAtSeven([todo]);
    world.now += 3 * HOUR + 120_000;
    await world.tick();
    expect(ledger(world).toSorted()).toEqual([
      'todo at:07:00 superseded newer-slot',
      'todo at:08:00 superseded newer-slot',
      'todo at:09:00 superseded newer-slot',
      'todo at:10:00 started after 1',
    ]);
  });

  it('back from years ahead does not silence it until then', async () => {
    const world = await worldAtSeven([policy({ misfire: 'skip' })]);
    world.now = Date.parse('2031-01-01T00:00:30.000Z');
    await world.tick();
    for (const run of world.live()) world.end(run);
    world.now = Date.parse(`${DAY}09:30:00.000Z`);
    world.routines = [policy({ misfire: 'skip' }), scheduled('new')];
    await world.tick();
    expect(world.stores.cursor()).toEqual({ plannedTo: `${DAY}09:30:00.000Z` });
    world.now = Date.parse(`${DAY}10:00:00.000Z`);
    await world.tick();
    expect(ledger(world).slice(-2)).toEqual([
      'new at:10:00 started after 1',
      'todo at:10:00 started after 1',
    ]);
  });
});

describe('the cursor', () => {
  it('is left as it is by ticks in which nothing happens, for a minute', async () => {
    const world = await worldAtSeven([scheduled('daily', { triggers: [cron('0 5 * * *')] })]);
    await world.tick();
    expect(world.stores.cursor()).toEqual({ plannedTo: SEVEN });
    world.now += 59_000;
    await world.tick();
    expect(world.stores.cursor()).toEqual({ plannedTo: SEVEN });
    world.now += 1_000;
    await world.tick();
    expect(world.stores.cursor()).toEqual({ plannedTo: `${DAY}07:01:00.000Z` });
  });
});
