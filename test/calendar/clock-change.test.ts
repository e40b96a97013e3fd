import fc from 'fast-check';
import { expect, test } from 'vitest';

import { clockChangeAt, type ClockChange } from '../../src/calendar/clock-change.ts';
import { nextInstants } from '../../src/calendar/next.ts';
import type { ScheduleRule } from '../../src/words/trigger.ts';

function changes(
  rule: ScheduleRule,
  timezone: string,
  from: string,
): readonly (ClockChange | null)[] {
  return nextInstants(rule, timezone, { from: new Date(from), count: 3 }).map((at) =>
    clockChangeAt(rule, timezone, at),
  );
}

const cron = (expression: string): ScheduleRule => ({ kind: 'cron', expression });
const spring = '2026-03-28T12:00:00Z';
const autumn = '2026-10-24T12:00:00Z';

test('a fixed time in a gap was meant for another', () => {
  const gap = { kind: 'gap', meant: '02:30', actual: '03:00' };
  expect(changes(cron('30 2 * * *'), 'Europe/Berlin', spring)).toEqual([gap, null, null]);
  const at = { kind: 'at', local: '2026-03-29T02:15' } as const;
  expect(changes(at, 'Europe/Berlin', spring)).toEqual([{ ...gap, meant: '02:15' }]);
  expect(changes(cron('0 0 * * *'), 'America/Santiago', '2026-09-05T12:00:00Z')).toEqual([
    { kind: 'gap', meant: '00:00', actual: '01:00' },
    null,
    null,
  ]);
});

test('a slot whose own time is the end of the gap is not moved', () => {
  expect(changes(cron('0 3 * * *'), 'Europe/Berlin', spring)).toEqual([null, null, null]);
  expect(changes(cron('*/20 * * * *'), 'Europe/Berlin', '2026-03-29T00:50:00Z')).toEqual([
    null,
    null,
    null,
  ]);
  const every = { kind: 'every', ms: 3_600_000 } as const;
  expect(changes(every, 'Europe/Berlin', '2026-03-29T00:30:00Z')).toEqual([null, null, null]);
});

test('a time that comes twice says which of the two it is', () => {
  const time = { kind: 'overlap', time: '02:30' };
  expect(changes(cron('30 2 * * *'), 'Europe/Berlin', autumn)).toEqual([
    { ...time, turn: 'first' },
    null,
    null,
  ]);
  expect(changes(cron('30 * * * *'), 'Europe/Berlin', '2026-10-25T00:00:00Z')).toEqual([
    { ...time, turn: 'first' },
    { ...time, turn: 'second' },
    null,
  ]);
});

test('nothing is marked where the clocks never change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('UTC', 'Asia/Tokyo'),
      fc.constantFrom('30 2 * * *', '*/7 * * * *', '0 0 1 * *'),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (zone, expression, from) => {
        expect(changes(cron(expression), zone, from.toISOString())).toEqual([null, null, null]);
      },
    ),
  );
});
