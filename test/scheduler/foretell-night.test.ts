import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import { PLAN_LIMITS, type PlannedRoutine } from '../../src/scheduler/contract.ts';
import {
  foretellNight,
  type Night,
  type NightRequest,
} from '../../src/scheduler/foretell-night.ts';
import { isRoutineId, type RoutineId } from '../../src/words/ids.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/words/policy.ts';
import type { Trigger } from '../../src/words/trigger.ts';

const FROM = Date.parse('2026-11-21T20:00:00Z');
const HOUR = 3_600_000;
const MINUTE = 60_000;

function idOf(name: string): RoutineId {
  if (!isRoutineId(name)) throw new TypeError(name);
  return name;
}

function every(expression: string): Trigger {
  return { kind: 'schedule', when: { kind: 'cron', expression }, timezone: 'UTC' };
}

interface Given {
  readonly triggers: readonly Trigger[];
  readonly policy?: Partial<Policy>;
  readonly change?: Partial<PlannedRoutine>;
}

function planned(name: string, { triggers, policy, change }: Given): PlannedRoutine {
  return {
    routine: {
      id: idOf(name),
      name,
      definition: 'd'.repeat(64),
      source: 'ref',
      enabled: true,
      triggers,
      policy: { ...DEFAULT_POLICY, ...policy },
    },
    since: FROM - 30 * 24 * HOUR,
    pause: null,
    lastStartAt: null,
    failures: 0,
    ...change,
  };
}

function night(
  routines: Readonly<Record<string, Given>>,
  change: Partial<NightRequest> = {},
): Night {
  const all = Object.entries(routines).map(
    ([name, given]) => [idOf(name), planned(name, given)] as const,
  );
  return foretellNight({
    from: FROM,
    to: FROM + 4 * HOUR,
    plannedTo: FROM,
    calendar: sharedCalendar(),
    limits: { ...PLAN_LIMITS, maxRunning: 4 },
    routines: new Map(all),
    open: [],
    live: [],
    durationOf: () => 10 * MINUTE,
    newRunId: () => newRunId(new Date(FROM)),
    ...change,
  });
}

/** `sweep 21:00 started 21:00-21:10`. */
function told({ slots }: Night): readonly string[] {
  const time = (ms: number | null): string =>
    ms === null ? '' : new Date(ms).toISOString().slice(11, 16);
  return slots.map(({ record, startsAt, endsAt }) =>
    `${record.routine} ${record.slot.scheduledFor.slice(11, 16)} ${record.state.kind} ${
      startsAt === null ? '' : `${time(startsAt)}-${time(endsAt)}`
    }`.trim(),
  );
}

describe('foretellNight', () => {
  it('starts each slot when it is due and ends it after as long as it usually takes', () => {
    expect(told(night({ sweep: { triggers: [every('0 * * * *')] } }))).toEqual([
      'sweep 21:00 started 21:00-21:10',
      'sweep 22:00 started 22:00-22:10',
      'sweep 23:00 started 23:00-23:10',
      'sweep 00:00 started 00:00-00:10',
    ]);
  });

  it('foretells that runs which take longer than their interval cost slots', () => {
    const made = night(
      { sweep: { triggers: [every('0 * * * *')] } },
      { durationOf: () => 90 * MINUTE },
    );
    expect(told(made)).toEqual([
      'sweep 21:00 started 21:00-22:30',
      'sweep 22:00 skipped',
      'sweep 23:00 started 23:00-00:30',
      'sweep 00:00 skipped',
    ]);
    expect(made.slots[1]?.record.state).toMatchObject({ kind: 'skipped', cause: 'overlap' });
  });

  it('lets slots wait for a place and start when a run has ended', () => {
    const at = { triggers: [every('0 22 * * *')] };
    const made = night({ a: at, b: at, c: at }, { limits: { ...PLAN_LIMITS, maxRunning: 1 } });
    expect(told(made)).toEqual([
      'a 22:00 started 22:00-22:10',
      'b 22:00 started 22:10-22:20',
      'c 22:00 started 22:20-22:30',
    ]);
  });

  it('counts a quiet stretch of many hours as no downtime', () => {
    const made = night({ sweep: { triggers: [every('59 23 * * *')] } });
    expect(told(made)).toEqual(['sweep 23:59 started 23:59-00:09']);
  });

  it('makes up at once for what came due while nobody was there', () => {
    const made = night(
      { sweep: { triggers: [every('0 * * * *')] } },
      { plannedTo: FROM - 3 * HOUR - MINUTE, to: FROM + MINUTE },
    );
    expect(told(made)).toEqual([
      'sweep 17:00 superseded',
      'sweep 18:00 superseded',
      'sweep 19:00 superseded',
      'sweep 20:00 started 20:00-20:10',
    ]);
  });

  it('skips the slots of a paused routine, and pauses one that failed too often', () => {
    const paused = {
      routine: idOf('sweep'),
      by: 'ada',
      at: '2026-11-21T09:00:00Z',
      reason: 'noisy',
    };
    const triggers = [every('0 22 * * *')];
    expect(told(night({ sweep: { triggers, change: { pause: paused } } }))).toEqual([
      'sweep 22:00 skipped',
    ]);
    const failing = night({ sweep: { triggers, change: { failures: 5 } } });
    expect(failing.pauses).toMatchObject([{ routine: 'sweep', by: 'roundsman' }]);
    expect(told(failing)).toEqual(['sweep 22:00 skipped']);
  });

  it('waits for a run that continues, as long as that is likely to take', () => {
    const live = [
      {
        id: newRunId(new Date(FROM)),
        routine: idOf('sweep'),
        policy: { touches: [], concurrency: null },
        endsAt: FROM + 70 * MINUTE,
      },
    ];
    const policy = { overlap: 'buffer-one' as const };
    const made = night({ sweep: { triggers: [every('0 21 * * *')], policy } }, { live });
    expect(told(made)).toEqual(['sweep 21:00 started 21:10-21:20']);
  });

  it('starts what follows a routine when that has ended', () => {
    const follows: Trigger = {
      kind: 'routine',
      completed: [idOf('sweep')],
      outcome: ['succeeded'],
    };
    const onFailure: Trigger = { ...follows, outcome: ['failed'] };
    const made = night({
      sweep: { triggers: [every('0 22 * * *')] },
      after: { triggers: [follows] },
      mourn: { triggers: [onFailure] },
    });
    expect(told(made)).toEqual([
      'sweep 22:00 started 22:00-22:10',
      'after 22:10 started 22:10-22:20',
    ]);
  });

  it('says which runs a newer slot would end', () => {
    const made = night(
      { sweep: { triggers: [every('0 * * * *')], policy: { overlap: 'cancel-other' } } },
      { durationOf: () => 90 * MINUTE, to: FROM + 2 * HOUR + MINUTE },
    );
    expect(made.stopped).toEqual([{ routine: 'sweep', at: FROM + 2 * HOUR }]);
    expect(told(made)).toEqual([
      'sweep 21:00 started 21:00-22:30',
      'sweep 22:00 started 22:00-23:30',
    ]);
  });

  it('ends where there is more than anybody reads, and says where', () => {
    const made = night(
      { sweep: { triggers: [every('* * * * * *')] } },
      { to: FROM + 24 * HOUR, durationOf: () => 1 },
    );
    expect(made.cutOffAt).toBe(FROM + 20_000_001);
    expect(made.slots).toHaveLength(20_000);
  });

  it('is the same each time, gives every due instant one slot, and never two runs of a routine at once', () => {
    const expression = fc.constantFrom('0 * * * *', '*/20 * * * *', '15 22 * * *', '*/7 * * * *');
    const overlap = fc.constantFrom<Policy['overlap']>('skip', 'buffer-one', 'buffer-all');
    const routine = fc.record({ expression, overlap, minutes: fc.integer({ min: 1, max: 120 }) });
    fc.assert(
      fc.property(
        fc.array(routine, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (given, maxRunning) => {
          const routines = Object.fromEntries(
            given.map((one, at) => [
              `r${at}`,
              { triggers: [every(one.expression)], policy: { overlap: one.overlap } },
            ]),
          );
          const request = {
            limits: { ...PLAN_LIMITS, maxRunning },
            durationOf: (id: RoutineId) => (given[Number(id.slice(1))]?.minutes ?? 1) * MINUTE,
          };
          const first = night(routines, request);
          expect(told(night(routines, request))).toEqual(told(first));
          for (const [at, one] of given.entries()) {
            const own = first.slots.filter(({ record }) => record.routine === `r${at}`);
            const trigger = every(one.expression);
            if (trigger.kind !== 'schedule') throw new TypeError(trigger.kind);
            const due = sharedCalendar().between(trigger, {
              from: FROM,
              to: FROM + 4 * HOUR,
              keep: 1_000,
            });
            expect(own.map(({ record }) => Date.parse(record.slot.scheduledFor))).toEqual(
              due.instants,
            );
            const runs = own
              .filter(({ startsAt }) => startsAt !== null)
              .toSorted((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0));
            for (const [index, run] of runs.entries())
              expect(run.startsAt ?? 0).toBeGreaterThanOrEqual(runs[index - 1]?.endsAt ?? 0);
            expect(
              own.filter(
                ({ record, startsAt }) => record.state.kind === 'started' && startsAt === null,
              ),
            ).toEqual([]);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
