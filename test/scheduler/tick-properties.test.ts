/** Whatever is done to a scheduler, and wherever it is cut off: every slot is accounted for once and runs once at most. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MISFIRES, OVERLAPS } from '../../src/words/policy.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import type { Trigger } from '../../src/words/trigger.ts';
import { cron, idOf, scheduled } from '../kit/plan.ts';
import { TickWorld } from '../kit/tick-world.ts';
import { Accounts, brokenByStart } from './tick-accounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const SCHEDULES: readonly (readonly Trigger[])[] = [
  [cron('* * * * *')],
  [cron('*/5 * * * *')],
  [cron('0 * * * *')],
  [cron('*/3 * * * *'), cron('*/5 * * * *')],
  [cron('30 2 * * *', 'Europe/Berlin'), cron('17 * * * *')],
  [],
];

const policies = fc.record({
  overlap: fc.constantFrom(...OVERLAPS),
  misfire: fc.constantFrom(...MISFIRES),
  startingDeadlineMs: fc.constantFrom(10 * MINUTE, HOUR, 12 * HOUR),
  jitterMs: fc.constantFrom(0, 0, 90 * SECOND, 2 * HOUR),
  cooldownMs: fc.constantFrom(0, 0, 3 * MINUTE),
  pauseAfterFailures: fc.constantFrom(null, 1, 3),
  until: fc.constantFrom(null, null, '2026-11-22T01:00:00.000Z'),
  touches: fc.constantFrom([], ['src/**'], ['src/billing', 'docs/*.md'], ['*.md']),
  concurrency: fc.constantFrom(null, { group: 'writers', max: 1 }, { group: 'writers', max: 2 }),
});

const who = fc.nat({ max: 2 });
const fuses = fc.option(fc.nat({ max: 24 }), { freq: 2 });
const operations = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('tick'), fuse: fuses }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recover'), fuse: fuses }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      ms: fc.constantFrom(300, 20 * SECOND, MINUTE, 4 * MINUTE, 25 * MINUTE, 3 * HOUR, 30 * HOUR),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wake') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('back') }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('end'), well: fc.boolean(), at: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resume'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('able'), who }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('edit'), who, schedule: fc.nat({ max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reword'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('vanish'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('event'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask'), who, anyway: fc.boolean() }) },
);

type Operation = typeof operations extends fc.Arbitrary<infer Of> ? Of : never;

const stories = fc.record({
  routines: fc.array(fc.record({ schedule: fc.nat({ max: 5 }), policy: policies }), {
    minLength: 3,
    maxLength: 3,
  }),
  maxRunning: fc.constantFrom(1, 2, 3),
  staggerMs: fc.constantFrom(0, 250),
  story: fc.array(operations, { minLength: 5, maxLength: 60 }),
});

class Story {
  readonly world: TickWorld;
  readonly accounts: Accounts;
  readonly broken: string[] = [];
  #routines: ScheduledRoutine[];
  readonly #away = new Set<number>();
  #latest: number;
  #count = 0;
  #failsNext = false;

  constructor({ routines, maxRunning, staggerMs }: Omit<StoryInput, 'story'>) {
    this.world = new TickWorld({
      now: '2026-11-21T05:59:30.000Z',
      limits: { maxRunning, staggerMs, cap: 5 },
      beforeStart: (record, world) => {
        this.broken.push(...brokenByStart(record, world));
        const fails = this.#failsNext;
        this.#failsNext = false;
        if (fails) throw new Error('the disk is full');
      },
    });
    this.accounts = new Accounts(this.world);
    this.#latest = this.world.now;
    this.#routines = routines.map(({ schedule, policy }, at) =>
      scheduled(`r${at}`, {
        triggers: SCHEDULES[schedule] ?? [],
        policy,
        definition: `r${at}`.padStart(64, '0'),
      }),
    );
    this.#show();
  }

  async do(operation: Operation): Promise<void> {
    const { world } = this;
    const at = 'who' in operation ? operation.who : 0;
    const routine = this.#routines[at];
    if (routine === undefined) throw new TypeError('three routines');
    this.#count += 1;
    switch (operation.kind) {
      case 'tick':
        await world.tick(operation.fuse);
        break;
      case 'recover':
        await world.recover(operation.fuse);
        break;
      case 'pass':
        world.now += operation.ms;
        break;
      case 'wake':
        world.now = Math.max(world.now, world.wakeAt ?? world.now);
        break;
      case 'back':
        if (world.now - HOUR > this.#latest - 20 * HOUR) world.now -= HOUR;
        break;
      case 'end': {
        const live = world.live();
        world.end(live[operation.at % Math.max(1, live.length)], operation.well);
        break;
      }
      case 'pause':
        await world.stores.pauses.write({
          routine: routine.id,
          by: 'alice',
          at: new Date(world.now).toISOString(),
          reason: '',
        });
        break;
      case 'resume':
        await world.resume(routine);
        break;
      case 'able':
        this.#change(at, { ...routine, enabled: !routine.enabled });
        break;
      case 'edit':
        this.#change(at, {
          ...routine,
          triggers: SCHEDULES[operation.schedule] ?? [],
          definition: `${this.#count}`.padStart(64, '0'),
        });
        break;
      case 'reword':
        this.#change(at, { ...routine, definition: `${this.#count}`.padStart(64, '0') });
        break;
      case 'vanish':
        if (!this.#away.delete(at)) this.#away.add(at);
        break;
      case 'rename':
        this.#change(at, { ...routine, id: idOf(`n${this.#count}`) });
        break;
      case 'fail':
        this.#failsNext = true;
        break;
      case 'event':
        await world.put(routine, `event:git:${this.#count}`);
        break;
      case 'ask':
        await world.put(routine, `manual:${this.#count}`, { anyway: operation.anyway });
        break;
    }
    this.#latest = Math.max(this.#latest, world.now);
    this.#show();
    this.accounts.look();
  }

  /** Nothing new comes due, runs end, and time passes: everything that is open has to come to its end. */
  async settle(): Promise<void> {
    const { world } = this;
    for (let at = 0; at < 3; at += 1) await this.do({ kind: 'resume', who: at });
    this.#away.clear();
    this.#routines = this.#routines.map((routine) => ({
      ...routine,
      triggers: [],
      policy: { ...routine.policy, pauseAfterFailures: null },
    }));
    this.#show();
    for (let round = 0; round < 3_000; round += 1) {
      for (const run of world.live()) world.end(run);
      const outcome = await world.tick();
      this.accounts.look();
      const open = world.stores
        .records()
        .filter(({ state }) => state.kind === 'due' || state.kind === 'queued');
      if (open.length === 0 && world.live().length === 0) break;
      if (outcome?.wakeAt === null && world.live().length === 0)
        this.broken.push(`${open.map(({ slot }) => slot.key).join(' ')} wait for nothing`);
      world.now = Math.max(world.now + 1, outcome?.wakeAt ?? 0);
    }
    this.accounts.closeAll();
  }

  #change(at: number, routine: ScheduledRoutine): void {
    this.#routines = this.#routines.map((one, index) => (index === at ? routine : one));
  }

  /** As new objects each time, as when definitions are read again. */
  #show(): void {
    this.world.routines = this.#routines.filter((_, at) => !this.#away.has(at));
  }
}

type StoryInput = typeof stories extends fc.Arbitrary<infer Of> ? Of : never;

describe('a scheduler to which anything happens', () => {
  it('accounts for each slot once, runs none twice, keeps its limits and leaves nothing waiting', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async ({ story, ...input }) => {
        const told = new Story(input);
        for (const operation of story) await told.do(operation);
        await told.settle();
        expect([...told.broken, ...told.accounts.violations].slice(0, 5)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
