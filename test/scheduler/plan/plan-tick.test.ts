import { describe, expect, it } from 'vitest';

import { planTick } from '../../../src/scheduler/plan/plan-tick.ts';
import {
  at,
  cron,
  linesOf,
  liveRun,
  MINUTELY,
  openSlot,
  pausedBy,
  planned,
  requestFor,
  scheduled,
  type Situation,
} from '../../kit/plan.ts';

const LONG_AGO = '2026-11-01T00:00:00.000Z';
const DAY = '2026-11-21T';
const LATE_BY = 50;

/** Somebody looks at 07:00 and 50 ms, and looked last at 06:59:40. */
const AT_SEVEN = { now: `${DAY}07:00:00.050Z`, plannedTo: `${DAY}06:59:40.000Z` };
/** At ten past seven, for the first time since shortly before three. */
const AFTER_A_NIGHT = { now: `${DAY}07:10:00.000Z`, plannedTo: `${DAY}02:59:40.000Z` };

function lines(situation: Situation): readonly string[] {
  return linesOf(planTick(requestFor(situation)));
}

function wake(situation: Situation): string | null {
  const { wakeAt } = planTick(requestFor(situation));
  return wakeAt === null ? null : new Date(wakeAt).toISOString();
}

describe('a slot that comes due', () => {
  const todo = scheduled('todo');

  it('starts at once when nothing is in its way', () => {
    const situation = { ...AT_SEVEN, routines: [planned(todo, LONG_AGO)] };
    expect(lines(situation)).toEqual(['start todo at:07:00']);
    expect(wake(situation)).toBe(`${DAY}08:00:00.000Z`);
  });

  it('is skipped beside a run that rests, or waits for it, and is told how that one rests', () => {
    const rests = { ...liveRun(todo), resting: true, rest: 'waits for an answer' };
    expect(lines({ ...AT_SEVEN, routines: [planned(todo, LONG_AGO)], live: [rests] })).toEqual([
      'record todo at:07:00 skipped overlap: todo 000001 waits for an answer',
    ]);
    const patient = scheduled('todo', { policy: { overlap: 'buffer-one' } });
    expect(lines({ ...AT_SEVEN, routines: [planned(patient, LONG_AGO)], live: [rests] })).toEqual([
      'record todo at:07:00 queued: waits for todo 000001 to end, which waits for an answer',
    ]);
  });

  it('has a record that is pinned to what the routine says now', () => {
    const { decisions } = planTick(
      requestFor({ ...AT_SEVEN, routines: [planned(todo, LONG_AGO)] }),
    );
    expect(decisions).toEqual([
      {
        kind: 'start',
        created: false,
        record: {
          routine: 'todo',
          slot: {
            key: `at:${DAY}07:00:00.000Z`,
            scheduledFor: `${DAY}07:00:00.000Z`,
            trigger: 'schedule',
          },
          state: { kind: 'due', notBefore: null },
          recordedAt: `${DAY}07:00:00.050Z`,
          changedAt: `${DAY}07:00:00.050Z`,
          definition: 'd'.repeat(64),
          event: null,
          inputs: {},
          anyway: false,
          covers: null,
          attempts: 0,
        },
      },
    ]);
  });

  it('is one slot when two schedules fall on the same instant', () => {
    const twice = scheduled('twice', {
      triggers: [cron('0 * * * *'), cron('0 8 * * *', 'Europe/Berlin')],
    });
    const situation = { ...AT_SEVEN, routines: [planned(twice, LONG_AGO)] };
    expect(lines(situation)).toEqual(['start twice at:07:00']);
  });

  it('is none before the routine was first seen, nor at that very instant', () => {
    const situation = { ...AT_SEVEN, routines: [planned(todo, `${DAY}07:00:00.000Z`)] };
    expect(lines(situation)).toEqual([]);
  });

  it('is none after the end date, which itself counts', () => {
    const until = (end: string): Situation => ({
      ...AT_SEVEN,
      routines: [planned(scheduled('todo', { policy: { until: end } }), LONG_AGO)],
    });
    expect(lines(until(`${DAY}07:00:00.000Z`))).toEqual(['start todo at:07:00']);
    expect(wake(until(`${DAY}07:00:00.000Z`))).toBe(null);
    expect(lines(until(`${DAY}06:59:59.999Z`))).toEqual([]);
  });

  it('is none in a routine that is disabled', () => {
    const off = scheduled('off', { enabled: false });
    const situation = { ...AT_SEVEN, routines: [planned(off, LONG_AGO)] };
    expect([lines(situation), wake(situation)]).toEqual([[], null]);
  });

  it('is not planned again while it is open, as after a crash before the cursor', () => {
    const open = [openSlot(todo, `at:${DAY}07:00:00.000Z`)];
    const situation = { ...AT_SEVEN, routines: [planned(todo, LONG_AGO)], open };
    expect(lines(situation)).toEqual(['start todo at:07:00']);
    expect(planTick(requestFor(situation)).decisions).toMatchObject([{ created: true }]);
  });

  it('keeps the definition that it was recorded with', () => {
    const open = [openSlot(todo, `at:${DAY}06:00:00.000Z`, { definition: 'e'.repeat(64) })];
    const routines = [planned(todo, `${DAY}06:30:00.000Z`)];
    const { decisions } = planTick(
      requestFor({ now: `${DAY}06:40:00.000Z`, plannedTo: `${DAY}06:39:40.000Z`, routines, open }),
    );
    expect(decisions).toMatchObject([{ kind: 'start', record: { definition: 'e'.repeat(64) } }]);
  });
});

describe('slots that came due while nobody was there', () => {
  const with_ = (misfire: 'skip' | 'run-once' | 'run-all', change = {}): Situation => ({
    ...AFTER_A_NIGHT,
    routines: [
      planned(
        scheduled('todo', { policy: { misfire, startingDeadlineMs: 3 * 3_600_000, ...change } }),
        LONG_AGO,
      ),
    ],
  });
  const tooOld = 'record todo at:03:00 missed deadline: older than its starting deadline of 3h';
  const tooOldToo = 'record todo at:04:00 missed deadline: older than its starting deadline of 3h';

  it('are missed with misfire: skip', () => {
    const missed =
      'missed downtime: Roundsman was not running at the time, and this slot is not made up for';
    expect(lines(with_('skip'))).toEqual([
      tooOld,
      tooOldToo,
      `record todo at:05:00 ${missed}`,
      `record todo at:06:00 ${missed}`,
      `record todo at:07:00 ${missed}`,
    ]);
  });

  it('are made up for by the newest with misfire: run-once', () => {
    const covered = `superseded newer-slot: at:${DAY}07:00:00.000Z covers its time too`;
    expect(lines(with_('run-once'))).toEqual([
      tooOld,
      tooOldToo,
      `record todo at:05:00 ${covered}`,
      `record todo at:06:00 ${covered}`,
      'start todo at:07:00',
    ]);
  });

  it('are all made up for with misfire: run-all, one after the other', () => {
    expect(lines(with_('run-all', { overlap: 'buffer-all' }))).toEqual([
      tooOld,
      tooOldToo,
      `record todo at:06:00 queued: waits for at:${DAY}05:00:00.000Z before it`,
      `record todo at:07:00 queued: waits for at:${DAY}05:00:00.000Z before it`,
      'start todo at:05:00',
    ]);
  });

  it('are no longer made up for when they are exactly as old as the deadline', () => {
    const policy = {
      misfire: 'run-all',
      startingDeadlineMs: 7_200_000,
      overlap: 'allow-all',
    } as const;
    const routines = [planned(scheduled('todo', { policy }), LONG_AGO)];
    const now = `${DAY}07:00:00.000Z`;
    expect(lines({ now, plannedTo: `${DAY}04:30:00.000Z`, routines })).toEqual([
      'record todo at:05:00 missed deadline: older than its starting deadline of 2h',
      'start todo at:06:00',
      'start todo at:07:00',
    ]);
  });

  it('leave it to a slot that is on time where only one may start', () => {
    const now = `${DAY}07:00:34.000Z`;
    const routines = [planned(scheduled('todo'), LONG_AGO)];
    expect(lines({ now, plannedTo: `${DAY}04:30:00.000Z`, routines })).toEqual([
      `record todo at:05:00 superseded newer-slot: at:${DAY}07:00:00.000Z covers its time too`,
      `record todo at:06:00 superseded newer-slot: at:${DAY}07:00:00.000Z covers its time too`,
      'start todo at:07:00',
    ]);
  });

  it('have one run beside the slot that is on time where both may start', () => {
    const now = `${DAY}07:00:34.000Z`;
    const routines = [planned(scheduled('todo', { policy: { overlap: 'allow-all' } }), LONG_AGO)];
    expect(lines({ now, plannedTo: `${DAY}04:30:00.000Z`, routines })).toEqual([
      `record todo at:05:00 superseded newer-slot: at:${DAY}06:00:00.000Z covers its time too`,
      'start todo at:06:00',
      'start todo at:07:00',
    ]);
  });

  it('are kept one by one up to the cap, and counted in one record before that', () => {
    const minutely = scheduled('often', {
      triggers: [MINUTELY],
      policy: { startingDeadlineMs: 60_000 },
    });
    const situation = {
      now: `${DAY}07:00:00.050Z`,
      plannedTo: '2026-11-20T07:00:00.000Z',
      routines: [planned(minutely, LONG_AGO)],
      limits: { cap: 3 },
    };
    expect(lines(situation)).toEqual([
      'record often at:06:57 missed over-cap: 1437 slots were missed before those that are kept one by one' +
        ` [1437 from 2026-11-20T07:01:00.000Z to ${DAY}06:57:00.000Z]`,
      'record often at:06:58 missed deadline: older than its starting deadline of 1m',
      'record often at:06:59 missed deadline: older than its starting deadline of 1m',
      'start often at:07:00',
    ]);
  });

  it('are counted once where schedules coincide', () => {
    const both = scheduled('both', { triggers: [cron('*/10 * * * *'), cron('*/15 * * * *')] });
    const situation = { ...AFTER_A_NIGHT, routines: [planned(both, LONG_AGO)], limits: { cap: 1 } };
    // In an hour 00, 10, 15, 20, 30, 40, 45 and 50; the newest one stands alone.
    expect(lines(situation)[0]).toContain(`[33 from ${DAY}03:00:00.000Z to ${DAY}07:00:00.000Z]`);
  });
});

describe('slots that were open over a downtime', () => {
  const jittered = openSlot(scheduled('todo'), `at:${DAY}02:00:00.000Z`, {
    state: { kind: 'due', notBefore: `${DAY}02:10:00.000Z` },
  });

  it('are missed when they are older than their deadline', () => {
    const todo = scheduled('todo', { policy: { startingDeadlineMs: 3_600_000, misfire: 'skip' } });
    const open = [jittered, openSlot(todo, 'manual:1')];
    const all = lines({ ...AFTER_A_NIGHT, routines: [planned(todo, LONG_AGO)], open });
    expect(all.filter((line) => !line.startsWith('record'))).toEqual([
      'move todo at:02:00 missed deadline: older than its starting deadline of 1h',
      'start todo manual:1',
    ]);
  });

  it('give way to the slot that makes up for the time', () => {
    const todo = scheduled('todo');
    const open = [jittered];
    expect(lines({ ...AFTER_A_NIGHT, routines: [planned(todo, LONG_AGO)], open })).toContain(
      `move todo at:02:00 superseded newer-slot: at:${DAY}07:00:00.000Z covers its time too`,
    );
  });

  it('start as ever when somebody was there all the time', () => {
    const todo = scheduled('todo', { policy: { startingDeadlineMs: 3_600_000 } });
    const open = [jittered];
    const now = `${DAY}06:30:00.000Z`;
    const routines = [planned(todo, LONG_AGO)];
    expect(lines({ now, plannedTo: `${DAY}06:29:30.000Z`, routines, open })).toEqual([
      'start todo at:02:00',
    ]);
  });
});

describe('a paused routine', () => {
  const todo = scheduled('todo');
  const paused = planned(todo, LONG_AGO, { pause: pausedBy(todo, 'alice', 'until the\nmerge') });
  const why = 'paused by alice: until the merge';

  it('skips what comes due, and misses nothing while nobody is there', () => {
    expect(lines({ ...AFTER_A_NIGHT, routines: [paused], limits: { cap: 2 } })).toEqual([
      `record todo at:05:00 skipped paused: ${why} [3 from ${DAY}03:00:00.000Z to ${DAY}05:00:00.000Z]`,
      `record todo at:06:00 skipped paused: ${why}`,
      `record todo at:07:00 skipped paused: ${why}`,
    ]);
  });

  it('skips what waited for its time, for a place or after an event, and starts what a person asks for', () => {
    const open = [
      openSlot(todo, `at:${DAY}06:00:00.000Z`, {
        state: { kind: 'due', notBefore: `${DAY}07:30:00.000Z` },
      }),
      openSlot(todo, 'event:git:main@1'),
      openSlot(todo, 'manual:1'),
    ];
    const now = `${DAY}06:30:00.000Z`;
    expect(lines({ now, plannedTo: now, routines: [paused], open })).toEqual([
      `move todo at:06:00 skipped paused: ${why}`,
      `move todo event:git:main@1 skipped paused: ${why}`,
      'start todo manual:1',
    ]);
  });
});

describe('a routine whose runs fail', () => {
  const todo = scheduled('todo', { policy: { pauseAfterFailures: 3 } });

  it('is paused once as many failed in a row as it says, and its slots are skipped', () => {
    const routines = [planned(todo, LONG_AGO, { failures: 3 })];
    expect(lines({ ...AT_SEVEN, routines })).toEqual([
      'pause todo by roundsman: 3 runs in a row did not go well',
      'record todo at:07:00 skipped paused: paused by roundsman: 3 runs in a row did not go well',
    ]);
  });

  it('is paused as soon as the last of them ended, before another slot is due', () => {
    const now = `${DAY}06:30:00.000Z`;
    const routines = [planned(todo, LONG_AGO, { failures: 4 })];
    expect(lines({ now, plannedTo: now, routines })).toEqual([
      'pause todo by roundsman: 4 runs in a row did not go well',
    ]);
  });

  it('goes on before that, and when it is never to be paused', () => {
    const never = scheduled('never', { policy: { pauseAfterFailures: null } });
    const routines = [
      planned(todo, LONG_AGO, { failures: 2 }),
      planned(never, LONG_AGO, { failures: 99 }),
    ];
    expect(lines({ ...AT_SEVEN, routines })).toEqual([
      'start never at:07:00',
      'start todo at:07:00',
    ]);
  });
});

describe('open slots of a routine that is not active any more', () => {
  it('are skipped, unless a person asked for them', () => {
    const gone = scheduled('gone');
    const off = scheduled('off', { enabled: false });
    const open = [
      openSlot(gone, `at:${DAY}06:00:00.000Z`),
      openSlot(off, 'event:git:main@1'),
      openSlot(gone, 'manual:1'),
      openSlot(off, 'backfill:2026-11-01T00:00:00.000Z'),
    ];
    expect(lines({ ...AT_SEVEN, routines: [planned(off, LONG_AGO)], open })).toEqual([
      'move off event:git:main@1 skipped inactive: off is disabled',
      'move gone at:06:00 skipped inactive: gone is no longer active',
      'start gone manual:1',
      'start off backfill:2026-11-01T00:00',
    ]);
  });
});

describe('cooldown', () => {
  const todo = scheduled('todo', { policy: { cooldownMs: 3_600_000 } });

  it.each([
    [
      '06:30:00',
      ['record todo at:07:00 skipped cooldown: last started 30m ago, its cooldown is 1h'],
    ],
    ['06:00:00', ['start todo at:07:00']],
    // A start in the future was told by a clock that was wrong.
    ['23:00:00', ['start todo at:07:00']],
  ])('since a start at %s', (time, expected) => {
    const routines = [planned(todo, LONG_AGO, { lastStartAt: at(`${DAY}${time}.000Z`) })];
    expect(lines({ ...AT_SEVEN, routines })).toEqual(expected);
  });

  it('holds up nothing that a person asks for', () => {
    const routines = [planned(todo, LONG_AGO, { lastStartAt: at(`${DAY}06:30:00.000Z`) })];
    const now = `${DAY}06:40:00.000Z`;
    const open = [openSlot(todo, 'manual:1')];
    expect(lines({ now, plannedTo: now, routines, open })).toEqual(['start todo manual:1']);
  });
});

describe('a run of the routine that continues', () => {
  it('is stopped for the newest slot, and all of them wait until it is gone', () => {
    const todo = scheduled('todo', { policy: { overlap: 'terminate-other', misfire: 'run-all' } });
    const situation = {
      ...AT_SEVEN,
      plannedTo: `${DAY}05:30:00.000Z`,
      routines: [planned(todo, LONG_AGO)],
      live: [liveRun(todo)],
    };
    expect(lines(situation)).toEqual([
      `stop terminate todo 000001 for at:${DAY}07:00:00.000Z`,
      'record todo at:06:00 queued: waits for todo 000001 to end',
      'record todo at:07:00 queued: waits for todo 000001 to end',
    ]);
  });

  it('is nothing to a slot that is to start anyway', () => {
    const todo = scheduled('todo', { policy: { concurrency: { group: 'writers', max: 1 } } });
    const now = `${DAY}06:40:00.000Z`;
    const situation = {
      now,
      plannedTo: now,
      routines: [planned(todo, LONG_AGO)],
      open: [openSlot(todo, 'manual:1', { anyway: true }), openSlot(todo, 'manual:2')],
      live: [liveRun(todo)],
      limits: { maxRunning: 1, staggerMs: 250 },
      lastStartAt: now,
    };
    expect(lines(situation)).toEqual([
      'move todo manual:2 queued: waits for todo 000001 to end',
      'start todo manual:1',
    ]);
  });
});

describe('jitter', () => {
  const todo = scheduled('todo', { policy: { jitterMs: 1_800_000 } });

  it('gives the slot a record at its time, and starts it later', () => {
    const situation = { ...AT_SEVEN, routines: [planned(todo, LONG_AGO)] };
    const [line] = lines(situation);
    const notBefore = /due (?<time>\S+)$/.exec(line ?? '')?.groups?.['time'] ?? '';
    expect(line).toBe(`record todo at:07:00 due ${notBefore}`);
    expect(at(notBefore) - at(`${DAY}07:00:00.000Z`)).toBeLessThan(1_800_000);
    expect(wake(situation)).toBe(notBefore);
    const open = [openSlot(todo, `at:${DAY}07:00:00.000Z`, { state: { kind: 'due', notBefore } })];
    const later = {
      now: notBefore,
      plannedTo: `${DAY}07:00:00.050Z`,
      routines: [planned(todo, LONG_AGO)],
    };
    expect(lines({ ...later, open })).toEqual(['start todo at:07:00']);
    const early = { ...later, now: new Date(at(notBefore) - LATE_BY).toISOString() };
    expect([lines({ ...early, open }), wake({ ...early, open })]).toEqual([[], notBefore]);
  });
});

describe('a clock that is set', () => {
  const todo = scheduled('todo');

  it('back: nothing is due until it has caught up', () => {
    const situation = {
      now: `${DAY}06:30:00.000Z`,
      plannedTo: `${DAY}07:00:00.050Z`,
      routines: [planned(todo, LONG_AGO)],
    };
    expect([lines(situation), wake(situation)]).toEqual([[], `${DAY}08:00:00.000Z`]);
  });

  it('back from years ahead: it continues from now', () => {
    const situation = {
      now: `${DAY}06:30:00.000Z`,
      plannedTo: '2031-01-01T00:00:00.000Z',
      routines: [planned(todo, LONG_AGO)],
    };
    expect([lines(situation), wake(situation)]).toEqual([[], `${DAY}07:00:00.000Z`]);
  });
});

describe('a routine that was gone for a moment', () => {
  it('is planned from where it was left', () => {
    const back = planned(scheduled('back'), LONG_AGO, { plannedTo: at(`${DAY}05:30:00.000Z`) });
    expect(lines({ ...AT_SEVEN, plannedTo: `${DAY}07:00:00.000Z`, routines: [back] })).toEqual([
      `record back at:06:00 superseded newer-slot: at:${DAY}07:00:00.000Z covers its time too`,
      'start back at:07:00',
    ]);
  });
});
