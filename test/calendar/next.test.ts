import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkSchedule, nextInstants } from '../../src/calendar/next.ts';
import type { ScheduleRule } from '../../src/words/trigger.ts';

const hour = 3_600_000;

function next(
  ...[rule, timezone, from, count = 1]: [ScheduleRule, string, string, number?]
): readonly string[] {
  return nextInstants(rule, timezone, { from: new Date(from), count }).map((at) =>
    at.toISOString().replace(':00.000Z', 'Z'),
  );
}

describe('a cron line', () => {
  test('runs a fixed time at the end of a gap and once in an overlap', () => {
    const rule = { kind: 'cron', expression: '30 2 * * *' } as const;
    expect(next(rule, 'Europe/Berlin', '2026-03-28T12:00Z', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(next(rule, 'Europe/Berlin', '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test('twice a day stays twice a day when the clock changes', () => {
    const rule = { kind: 'cron', expression: '0 2,14 * * *' } as const;
    expect(next(rule, 'America/New_York', '2026-03-07T20:00Z', 2)).toEqual([
      '2026-03-08T07:00Z',
      '2026-03-08T18:00Z',
    ]);
  });

  test('a number with a step counts to the end of the field', () => {
    const rule = { kind: 'cron', expression: '5/15 * * * *' } as const;
    expect(checkSchedule(rule, 'UTC')).toBeNull();
    expect(next(rule, 'UTC', '2026-01-01T00:00Z', 5)).toEqual([
      '2026-01-01T00:05Z',
      '2026-01-01T00:20Z',
      '2026-01-01T00:35Z',
      '2026-01-01T00:50Z',
      '2026-01-01T01:05Z',
    ]);
  });

  test.each([
    '0 25 * * *',
    'hello',
    '',
    '@every 5m',
    '@reboot',
    '0 0 L-2 * *',
    '0 0 * * fri-mon',
    '* * * *',
    '0 0 31 2 *',
    '*/60 * * * *',
    '0 */24 * * *',
    '*/0 * * * *',
  ])('%s is refused', (expression) => {
    expect(checkSchedule({ kind: 'cron', expression }, 'UTC')?.hint).toMatch(/^(Write|Check) /);
  });
});

test.each([
  ['@Daily', '2026-01-02T00:00Z'],
  ['@WEEKLY', '2026-01-04T00:00Z'],
  ['  0\t7  *  * \t1-5 ', '2026-01-01T07:00Z'],
  ['0 0 ? * Sunday', '2026-01-04T00:00Z'],
  ['0 0 * * 7', '2026-01-04T00:00Z'],
  ['0 0 * feb-MARCH saturday,SUN', '2026-02-01T00:00Z'],
  ['0 0 lw * *', '2026-01-30T00:00Z'],
  ['0 0 l * *', '2026-01-31T00:00Z'],
  ['0 0 * * fridayL', '2026-01-30T00:00Z'],
  ['0 0 15w 8 *', '2026-08-14T00:00Z'],
  ['30 5 6 * * *', '2026-01-01T06:05:30.000Z'],
  ['0 0 0 1 1 * 2030,2028', '2028-01-01T00:00Z'],
  ['0 0 */31 * *', '2026-02-01T00:00Z'],
])('"%s" can be read', (expression, first) => {
  expect(next({ kind: 'cron', expression }, 'UTC', '2026-01-01T00:00Z')).toEqual([first]);
});

test.each([
  [
    '@every 5m',
    {
      message: 'the cron line "@every 5m" cannot be read: intervals are no cron lines',
      hint: 'Write `every: 5m`, a number with s, m, h or d.',
    },
  ],
  [
    '@reboot',
    {
      message: 'the cron line "@reboot" cannot be read: there is no such nickname',
      hint: 'Write one of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, or five fields.',
    },
  ],
  [
    '* * * *',
    {
      message: 'the cron line "* * * *" cannot be read: it has 4 fields',
      hint: 'Write five fields: minute, hour, day of month, month, day of week, such as "0 2 * * 1-5".',
    },
  ],
  [
    '0 0 L-2 * *',
    {
      message:
        'the days in "L-2" are counted back from the last of the month, which cron lines cannot',
      hint: 'Write L for the last day of the month, LW for its last weekday, or days from 1 to 31.',
    },
  ],
])('what is wrong with "%s" is said', (expression, fault) => {
  expect(checkSchedule({ kind: 'cron', expression }, 'UTC')).toEqual(fault);
});

test.each([
  `${'0'.repeat(1e6)} * * * *`,
  `0${',0'.repeat(5e5)} * * * *`,
  `*${'/1'.repeat(5e5)} * * * *`,
  `* * * * ${'mon'.repeat(3e5)}`,
  `0 0 ${'L-'.repeat(5e5)} * *`,
  '* '.repeat(5e5),
  `@every ${' '.repeat(1e6)}x y`,
])('a line of a megabyte is read or refused in one go', (expression) => {
  const fault = checkSchedule({ kind: 'cron', expression }, 'UTC');
  expect((fault?.message ?? '').length).toBeLessThan(300);
});

describe('an interval', () => {
  test('that divides a day begins again at local midnight', () => {
    expect(next({ kind: 'every', ms: 6 * hour }, 'Europe/Berlin', '2026-03-28T20:00Z', 6)).toEqual([
      '2026-03-28T23:00Z',
      '2026-03-29T05:00Z',
      '2026-03-29T11:00Z',
      '2026-03-29T17:00Z',
      '2026-03-29T22:00Z',
      '2026-03-30T04:00Z',
    ]);
  });

  test('of a part of a day comes as often on the day of 25 hours, if it is longer than the hour', () => {
    const day = '2026-10-24T22:00Z';
    expect(next({ kind: 'every', ms: 6 * hour }, 'Europe/Berlin', day, 4)).toEqual([
      '2026-10-25T04:00Z',
      '2026-10-25T10:00Z',
      '2026-10-25T16:00Z',
      '2026-10-25T23:00Z',
    ]);
    expect(next({ kind: 'every', ms: 24 * hour }, 'Europe/Berlin', day)).toEqual([
      '2026-10-25T23:00Z',
    ]);
    expect(next({ kind: 'every', ms: hour }, 'Europe/Berlin', '2026-10-25T21:00Z', 2)).toEqual([
      '2026-10-25T22:00Z',
      '2026-10-25T23:00Z',
    ]);
  });

  test('of any other length counts from 1970', () => {
    expect(next({ kind: 'every', ms: 7 * hour }, 'Europe/Berlin', '1970-01-01T00:00Z', 3)).toEqual([
      '1970-01-01T07:00Z',
      '1970-01-01T14:00Z',
      '1970-01-01T21:00Z',
    ]);
  });

  test('of a day passes over a date that a zone never had', () => {
    expect(next({ kind: 'every', ms: 24 * hour }, 'Pacific/Apia', '2011-12-29T12:00Z', 2)).toEqual([
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
    ]);
  });
});

describe('a single time', () => {
  const at = (local: string): ScheduleRule => ({ kind: 'at', local });

  test('is the end of the gap, or the first of the two in an overlap', () => {
    expect(next(at('2026-03-29T02:30'), 'Europe/Berlin', '2026-01-01T00:00Z', 3)).toEqual([
      '2026-03-29T01:00Z',
    ]);
    expect(next(at('2026-10-25T02:30'), 'Europe/Berlin', '2026-01-01T00:00Z')).toEqual([
      '2026-10-25T00:30Z',
    ]);
    expect(next(at('2026-10-04T02:15'), 'Australia/Lord_Howe', '2026-01-01T00:00Z')).toEqual([
      '2026-10-03T15:30Z',
    ]);
  });

  test('that has passed is not due again', () => {
    expect(next(at('2026-03-29T02:30'), 'Europe/Berlin', '2026-03-29T01:00Z')).toEqual([]);
  });
});

test('whatever is asked, the next one is later and they ascend, also while clocks change', () => {
  const rules: readonly ScheduleRule[] = [
    { kind: 'cron', expression: '*/20 * * * *' },
    { kind: 'cron', expression: '30 2 * * *' },
    { kind: 'every', ms: 15 * 60_000 },
    { kind: 'every', ms: 8 * hour },
    { kind: 'every', ms: 5 * hour },
  ];
  const zones = [
    'America/New_York',
    'Australia/Lord_Howe',
    'Antarctica/Troll',
    'America/Santiago',
    'Africa/Cairo',
    'America/Nuuk',
    'UTC',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2023-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      (rule, zone, from) => {
        const found = nextInstants(rule, zone, { from, count: 4 });
        expect(found).toHaveLength(4);
        expect(found.every((at, index) => at > (found[index - 1] ?? from))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
