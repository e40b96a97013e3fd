import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { planTick } from '../../../src/scheduler/plan/plan-tick.ts';
import type { ScheduledRoutine } from '../../../src/words/scheduled-routine.ts';
import {
  linesOf,
  liveRun,
  openSlot,
  planned,
  requestFor,
  scheduled,
  type Situation,
} from '../../kit/plan.ts';

const LONG_AGO = '2026-11-01T00:00:00.000Z';
const NOW = '2026-11-21T06:40:00.000Z';
const STILL = { now: NOW, plannedTo: NOW };

/** Waiting since that minute after six. */
function waiting(routine: ScheduledRoutine, minute: string): ReturnType<typeof openSlot> {
  return openSlot(routine, `at:2026-11-21T06:${minute}:00.000Z`);
}

function linesFor(
  routines: readonly ScheduledRoutine[],
  situation: Omit<Situation, 'now' | 'plannedTo' | 'routines'>,
): readonly string[] {
  const all = routines.map((routine) => planned(routine, LONG_AGO));
  return linesOf(planTick(requestFor({ ...STILL, routines: all, ...situation })));
}

describe('places', () => {
  it('go to those that waited longest, then by id; the others are told how many runs continue', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => scheduled(name));
    if (a === undefined || b === undefined || c === undefined || d === undefined) return;
    const open = [waiting(d, '01'), waiting(c, '02'), waiting(b, '02'), waiting(a, '03')];
    expect(linesFor([a, b, c, d], { open, limits: { maxRunning: 2 } })).toEqual([
      'move c at:06:02 queued: waits for a place: 2 of 2 runs continue',
      'move a at:06:03 queued: waits for a place: 2 of 2 runs continue',
      'start d at:06:01',
      'start b at:06:02',
    ]);
  });

  it('go to runs for items one after the other where the files of these meet', () => {
    const own = scheduled('own', { policy: { overlap: 'allow-all' } });
    const [client, docs, test] = [
      { ...waiting(own, '01'), touches: ['src/http/**'] },
      { ...waiting(own, '02'), touches: ['docs/**'] },
      { ...waiting(own, '03'), touches: ['src/http/client.ts'] },
    ];
    expect(linesFor([own], { open: [client, docs, test], limits: { maxRunning: 9 } })).toEqual([
      'move own at:06:03 queued: touches src/http/client.ts too: run own (starting now)',
      'start own at:06:01',
      'start own at:06:02',
    ]);
  });

  it('go to the routine with the fewest live runs first, so that a hundred slots starve nobody', () => {
    const many = scheduled('many', { policy: { overlap: 'allow-all' } });
    const few = scheduled('few');
    const open = [
      ...Array.from({ length: 40 }, (_, at) => waiting(many, String(at).padStart(2, '0'))),
      openSlot(few, 'at:2026-11-21T06:39:00.000Z'),
    ];
    const lines = linesFor([many, few], { open, limits: { maxRunning: 3 } });
    expect(lines.filter((line) => line.startsWith('start'))).toEqual([
      'start many at:06:00',
      'start few at:06:39',
      'start many at:06:01',
    ]);
    const beside = { open, limits: { maxRunning: 3 }, live: [liveRun(many, 1), liveRun(many, 2)] };
    const starts = linesFor([many, few], beside).filter((line) => line.startsWith('start'));
    expect(starts).toEqual(['start few at:06:39']);
  });

  it('are not held by a slot that waits for something else', () => {
    const stuck = scheduled('stuck', { policy: { concurrency: { group: 'writers', max: 1 } } });
    const other = scheduled('other', { policy: { concurrency: { group: 'writers', max: 1 } } });
    const free = scheduled('free');
    const open = [waiting(stuck, '01'), waiting(free, '02')];
    const live = [liveRun(other, 7)];
    expect(linesFor([stuck, other, free], { open, live, limits: { maxRunning: 2 } })).toEqual([
      'move stuck at:06:01 queued: group writers is full: other 000007',
      'start free at:06:02',
    ]);
  });
});

describe('two routines that touch the same files', () => {
  const one = scheduled('one', { policy: { touches: ['src/billing/**'] } });
  const two = scheduled('two', { policy: { touches: ['src/**'] } });

  it('are not started together, neither in one tick nor after one another', () => {
    const open = [waiting(one, '01'), waiting(two, '02')];
    expect(linesFor([one, two], { open })).toEqual([
      'move two at:06:02 queued: touches src/** too: run one (starting now)',
      'start one at:06:01',
    ]);
    expect(linesFor([one, two], { open: [waiting(two, '02')], live: [liveRun(one, 4)] })).toEqual([
      'move two at:06:02 queued: touches src/** too: run one 000004',
    ]);
  });

  it('are served in the order in which they wait: nobody takes the files in between', () => {
    const live = scheduled('live', { policy: { touches: ['src/shipping/**'] } });
    const open = [waiting(two, '01'), waiting(one, '02')];
    expect(linesFor([one, two, live], { open, live: [liveRun(live, 1)] })).toEqual([
      'move two at:06:01 queued: touches src/** too: run live 000001',
      'move one at:06:02 queued: waits behind two, which touches the same files',
    ]);
  });
});

describe('staggered starts', () => {
  const [a, b] = [scheduled('a'), scheduled('b')];
  const open = [waiting(a, '01'), waiting(b, '02')];
  const routines = [planned(a, LONG_AGO), planned(b, LONG_AGO)];
  const plan = (lastStartAt: string | null): ReturnType<typeof planTick> =>
    planTick(requestFor({ ...STILL, routines, open, limits: { staggerMs: 250 }, lastStartAt }));

  it('come one a tick, the first at once, and the next is woken for', () => {
    const first = plan(null);
    expect(linesOf(first)).toEqual([
      'move b at:06:02 queued: waits for its turn',
      'start a at:06:01',
    ]);
    expect(first.wakeAt).toBe(Date.parse(NOW) + 250);
  });

  it('wait until the last one is long enough ago', () => {
    const early = plan('2026-11-21T06:39:59.900Z');
    expect(linesOf(early)).toEqual([
      'move a at:06:01 queued: waits for its turn',
      'move b at:06:02 queued: waits for its turn',
    ]);
    expect(early.wakeAt).toBe(Date.parse(NOW) + 150);
    expect(linesOf(plan('2026-11-21T06:39:59.750Z'))).toContain('start a at:06:01');
  });

  it('do not wait for a start that a clock put into the future', () => {
    expect(linesOf(plan('2026-11-21T08:00:00.000Z'))).toContain('start a at:06:01');
  });

  it('wake nobody when no place is left', () => {
    const full = planTick(
      requestFor({ ...STILL, routines, open, limits: { staggerMs: 250, maxRunning: 1 } }),
    );
    expect(full.wakeAt).toBe(Date.parse('2026-11-21T07:00:00.000Z'));
  });
});

describe('reasons of slots that wait on', () => {
  it('are told again when they change, for a few a tick, and never written twice', () => {
    const routines = Array.from({ length: 50 }, (_, at) =>
      scheduled(`r${String(at).padStart(2, '0')}`),
    );
    const open = routines.map((routine) => waiting(routine, '01'));
    const live = [liveRun(scheduled('busy'))];
    const moves = linesFor(routines, { open, live, limits: { maxRunning: 1 } });
    expect(moves).toHaveLength(20);
    expect(moves[0]).toBe('move r00 at:06:01 queued: waits for a place: 1 of 1 runs continue');
    const told = open.map((record) => ({
      ...record,
      state: { kind: 'queued', reason: 'waits for a place: 1 of 1 runs continue' } as const,
    }));
    expect(linesFor(routines, { open: told, live, limits: { maxRunning: 1 } })).toEqual([]);
  });
});

describe('ten thousand routines that are due together', () => {
  it('each get one record, and as many start as there are places', () => {
    const routines = Array.from({ length: 10_000 }, (_, at) =>
      planned(scheduled(`r${at}`, { policy: { touches: [`src/${at % 4}/**`] } }), LONG_AGO),
    );
    const situation = {
      now: '2026-11-21T07:00:00.050Z',
      plannedTo: '2026-11-21T06:59:40.000Z',
      routines,
      limits: { maxRunning: 4 },
    };
    const { decisions } = planTick(requestFor(situation));
    const kinds = { start: 0, record: 0, move: 0, stop: 0, pause: 0 };
    for (const { kind } of decisions) kinds[kind] += 1;
    expect(kinds).toEqual({ start: 4, record: 9_996, move: 0, stop: 0, pause: 0 });
  });
});

const policies = fc.record({
  overlap: fc.constantFrom('skip' as const, 'buffer-all' as const, 'allow-all' as const),
  touches: fc.constantFrom([], ['a/**'], ['b/**'], ['a/x', 'b/y']),
  concurrency: fc.constantFrom(null, { group: 'g', max: 1 }, { group: 'g', max: 2 }),
});

describe('any queue', () => {
  it('starts something whenever there is a place and nothing runs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(policies, fc.integer({ min: 1, max: 4 })), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 250),
        (given, maxRunning, staggerMs) => {
          const routines = given.map(([policy], at) => scheduled(`r${at}`, { policy }));
          const open = routines.flatMap((routine, at) =>
            Array.from({ length: given[at]?.[1] ?? 0 }, (_, minute) =>
              waiting(routine, `0${minute}`),
            ),
          );
          const lines = linesFor(routines, { open, limits: { maxRunning, staggerMs } });
          const starts = lines.filter((line) => line.startsWith('start')).length;
          expect(starts).toBeGreaterThan(0);
          expect(starts).toBeLessThanOrEqual(staggerMs > 0 ? 1 : maxRunning);
        },
      ),
    );
  });
});
