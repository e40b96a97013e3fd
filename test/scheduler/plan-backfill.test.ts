import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import {
  planBackfill,
  type BackfillPlan,
  type BackfillRequest,
} from '../../src/scheduler/plan-backfill.ts';
import { isRunId, isSlotKey, type RunId } from '../../src/words/ids.ts';
import { DEFAULT_POLICY } from '../../src/words/policy.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import type { SlotRecord, SlotState } from '../../src/words/slot.ts';
import type { Trigger } from '../../src/words/trigger.ts';
import { routineNamed } from '../kit/routine.ts';

const DAILY: Trigger = {
  kind: 'schedule',
  when: { kind: 'cron', expression: '0 2 * * *' },
  timezone: 'UTC',
};
const HOURLY: Trigger = { ...DAILY, when: { kind: 'cron', expression: '0 * * * *' } };

function routineWith(...triggers: readonly Trigger[]): ScheduledRoutine {
  const { id, name } = routineNamed('sweep');
  return {
    id,
    name,
    definition: 'd'.repeat(64),
    source: 'ref',
    enabled: true,
    triggers,
    policy: DEFAULT_POLICY,
  };
}

function runId(n: number): RunId {
  const id = `01kahw5n4g8b6vqkq5m3s7tz${String(n).padStart(2, '0')}`;
  if (!isRunId(id)) throw new TypeError(id);
  return id;
}

function slot(key: string, scheduledFor: string, state: SlotState): SlotRecord {
  if (!isSlotKey(key)) throw new TypeError(key);
  return {
    routine: routineNamed('sweep').id,
    slot: { key, scheduledFor, trigger: 'schedule' },
    state,
    recordedAt: scheduledFor,
    changedAt: scheduledFor,
    definition: 'd'.repeat(64),
    event: null,
    inputs: {},
    anyway: false,
    covers: null,
    attempts: 0,
  };
}

function plan(change: Partial<BackfillRequest> = {}): BackfillPlan {
  return planBackfill({
    routine: routineWith(DAILY),
    calendar: sharedCalendar(),
    from: Date.parse('2026-11-01T02:00:00Z'),
    to: Date.parse('2026-11-03T02:00:00Z'),
    now: Date.parse('2026-11-21T09:00:00Z'),
    again: false,
    max: 100,
    slots: [],
    outcomeOf: () => 'well',
    ...change,
  });
}

const keysOf = ({ queued }: BackfillPlan): readonly string[] =>
  queued.map(({ slot: { key } }) => key);

describe('planBackfill', () => {
  it('queues every instant of the schedule, both ends inclusive, oldest first, pinned to the definition', () => {
    const { queued, leftOut } = plan();
    expect(leftOut).toEqual([]);
    expect(queued.map(({ slot: { key } }) => key)).toEqual([
      'backfill:2026-11-01T02:00:00.000Z',
      'backfill:2026-11-02T02:00:00.000Z',
      'backfill:2026-11-03T02:00:00.000Z',
    ]);
    expect(queued[0]).toEqual({
      ...slot('backfill:2026-11-01T02:00:00.000Z', '2026-11-01T02:00:00.000Z', {
        kind: 'queued',
        reason: 'waits for its turn',
      }),
      recordedAt: '2026-11-21T09:00:00.000Z',
      changedAt: '2026-11-21T09:00:00.000Z',
    });
  });

  it('takes an instant of two schedules once', () => {
    expect(
      keysOf(plan({ routine: routineWith(DAILY, HOURLY), to: Date.parse('2026-11-01T04:00:00Z') })),
    ).toEqual([
      'backfill:2026-11-01T02:00:00.000Z',
      'backfill:2026-11-01T03:00:00.000Z',
      'backfill:2026-11-01T04:00:00.000Z',
    ]);
  });

  it('leaves out what went well, what continues, what waits and what is to come, and says so', () => {
    const [well, bad, live] = [runId(1), runId(2), runId(3)];
    const started = (id: RunId): SlotState => ({ kind: 'started', runId: id });
    const made = plan({
      to: Date.parse('2026-11-06T02:00:00Z'),
      now: Date.parse('2026-11-05T09:00:00Z'),
      slots: [
        slot('at:2026-11-01T02:00:00.000Z', '2026-11-01T02:00:00.000Z', started(well)),
        slot('at:2026-11-02T02:00:00.000Z', '2026-11-02T02:00:00.000Z', started(bad)),
        slot('at:2026-11-03T02:00:00.000Z', '2026-11-03T02:00:00.000Z', started(live)),
        slot('at:2026-11-04T02:00:00.000Z', '2026-11-04T02:00:00.000Z', {
          kind: 'due',
          notBefore: null,
        }),
        slot('at:2026-11-05T02:00:00.000Z', '2026-11-05T02:00:00.000Z', {
          kind: 'missed',
          cause: 'downtime',
          reason: 'nobody was there',
        }),
      ],
      outcomeOf: (id) => (id === well ? 'well' : id === live ? 'going-on' : 'badly'),
    });
    expect(keysOf(made)).toEqual([
      'backfill:2026-11-02T02:00:00.000Z',
      'backfill:2026-11-05T02:00:00.000Z',
    ]);
    expect(made.leftOut).toEqual([
      { scheduledFor: '2026-11-01T02:00:00.000Z', reason: 'had a run that went well', runId: well },
      { scheduledFor: '2026-11-03T02:00:00.000Z', reason: 'its run is active', runId: live },
      {
        scheduledFor: '2026-11-04T02:00:00.000Z',
        reason: 'waits in the queue already',
        runId: null,
      },
      {
        scheduledFor: '2026-11-06T02:00:00.000Z',
        reason: 'not due yet: its own slot comes',
        runId: null,
      },
    ]);
  });

  it('passes over the slots of events and of runs by hand', () => {
    const started = { kind: 'started' as const, runId: runId(1) };
    const at = '2026-11-01T02:00:00.000Z';
    const slots = [slot('manual:x', at, started), slot('event:git:main@1', at, started)];
    expect(plan({ to: Date.parse(at), slots }).queued).toHaveLength(1);
  });

  it('queues a slot of its own for what was made up for before, when asked to do it again', () => {
    const at = '2026-11-01T02:00:00.000Z';
    const slots = [slot(`backfill:${at}`, at, { kind: 'started', runId: runId(1) })];
    const once = { to: Date.parse(at), slots };
    expect(plan({ ...once, outcomeOf: () => 'badly' })).toEqual({
      queued: [],
      leftOut: [
        {
          scheduledFor: at,
          reason: 'was made up for before, and that run did not go well: retry it',
          runId: runId(1),
        },
      ],
    });
    expect(keysOf(plan({ ...once, again: true }))).toEqual([`backfill:${at}:2`]);
    const waiting = [...slots, slot(`backfill:${at}:2`, at, { kind: 'queued', reason: 'x' })];
    expect(plan({ ...once, slots: waiting, again: true }).queued).toEqual([]);
  });

  it('leaves out a slot whose run is not kept any more, for nobody knows how it went', () => {
    const at = '2026-11-01T02:00:00.000Z';
    const slots = [slot(`at:${at}`, at, { kind: 'started', runId: runId(1) })];
    expect(plan({ to: Date.parse(at), slots, outcomeOf: () => 'unknown' }).leftOut).toEqual([
      { scheduledFor: at, reason: 'had a run that is not kept any more', runId: runId(1) },
    ]);
  });

  it('refuses more than the maximum, and says how many it would be', () => {
    const range = { from: 0, to: Date.parse('2026-11-03T02:00:00Z') };
    expect(() => plan(range)).toThrow(
      'that would be 20,761 slots of sweep at once; at most 100 are queued unasked',
    );
    expect(() => plan({ max: 2 })).toThrow(
      'that would be 3 slots of sweep at once; at most 2 are queued unasked',
    );
  });

  it('refuses a routine without a schedule', () => {
    expect(() => plan({ routine: routineWith({ kind: 'manual', inputs: {} }) })).toThrow(
      'sweep has no schedule, so no slots that were missed',
    );
  });

  it('queues nothing more when the same is asked again, whatever became of the slots meanwhile', () => {
    const state = fc.constantFrom<SlotState>(
      { kind: 'queued', reason: 'x' },
      { kind: 'started', runId: runId(1) },
      { kind: 'skipped', cause: 'cooldown', reason: 'x' },
      { kind: 'missed', cause: 'deadline', reason: 'x' },
    );
    const outcome = fc.constantFrom('well', 'badly', 'going-on', 'unknown');
    fc.assert(
      fc.property(fc.array(state, { minLength: 3, maxLength: 3 }), outcome, (states, went) => {
        const outcomeOf = (): typeof went => went;
        const first = plan({ outcomeOf });
        const slots = first.queued.map((record, index) => ({
          ...record,
          state: states[index] ?? record.state,
        }));
        const second = plan({ outcomeOf, slots });
        expect(second.queued).toEqual([]);
        expect(second.leftOut).toHaveLength(first.queued.length);
      }),
    );
  });
});
