import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type { ScheduleRule, ScheduleTrigger } from '../../src/words/trigger.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

function cron(expression: string, timezone = 'UTC'): ScheduleTrigger {
  return { kind: 'schedule', when: { kind: 'cron', expression }, timezone };
}

function every(ms: number, timezone = 'UTC'): ScheduleTrigger {
  return { kind: 'schedule', when: { kind: 'every', ms }, timezone };
}

const zones = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/Santiago',
  'Africa/Cairo',
  'America/Nuuk',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'UTC',
];

const lines = [
  '* * * * *',
  '*/20 * * * *',
  '7-40/11 */2 * * *',
  '30 2 * * *',
  '0,30 0-3,23 * * *',
  '15 1,13 * * 1-5',
  '0 0 1,15 * 1',
  '59 23 L * *',
  '10 */6 15 6,11 *',
  '30 15 2 * * *',
];

const rules: readonly ScheduleRule[] = [
  ...lines.map((expression) => ({ kind: 'cron', expression }) as const),
  ...[15 * 60_000, HOUR, 8 * HOUR, 24 * HOUR, 7 * HOUR, 36 * HOUR].map(
    (ms) => ({ kind: 'every', ms }) as const,
  ),
];

/** Instants near to which some zone of those changes its clocks, or any. */
const instants = fc.oneof(
  fc.integer({ min: Date.parse('2009-01-01Z'), max: Date.parse('2034-01-01Z') }),
  fc
    .tuple(
      fc.constantFrom(
        '2024-03-31',
        '2024-10-27',
        '2026-03-08',
        '2026-11-01',
        '2026-04-05',
        '2026-10-04',
        '2026-09-06',
        '2026-04-24',
        '2018-11-04',
        '2018-02-18',
      ),
      fc.integer({ min: -2 * DAY, max: 2 * DAY }),
    )
    .map(([date, by]) => Date.parse(`${date}T00:00:00Z`) + by),
);

test('the next instant is the one croner gives, but where it loses a time over midnight', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      fc.constantFrom(...zones),
      instants,
      (expression, timezone, from) => {
        const croner = new Cron(expression, {
          timezone,
          paused: true,
          fixedTimeRule: 'no-wildcard',
        });
        const theirs = croner.nextRun(new Date(from))?.getTime() ?? null;
        const ours = sharedCalendar().next(cron(expression, timezone), from);
        // 23:00 in Nuuk on the last Saturday of March, 00:00 in Santiago: the end of a gap that touches midnight.
        expect([theirs, endOfMidnightGap(timezone, ours)]).toContain(ours);
        expect(ours ?? 0).toBeLessThanOrEqual(theirs ?? 0);
      },
    ),
    { numRuns: 1500 },
  );
});

/** The instant, when the clocks jump onto it from another day; else `null`. */
function endOfMidnightGap(timezone: string, instant: number | null): number | null {
  if (instant === null) return null;
  const day = (at: number): string =>
    new Date(at).toLocaleString('sv-SE', { timeZone: timezone }).slice(0, 10);
  return day(instant - 1) === day(instant) ? null : instant;
}

test('a calendar that remembers gives the answers of one that does not', () => {
  const shared = sharedCalendar();
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom(...zones),
      instants,
      (when, timezone, from) => {
        const schedule = { kind: 'schedule', when, timezone } as const;
        expect(shared.next(schedule, from)).toBe(sharedCalendar().next(schedule, from));
      },
    ),
    { numRuns: 500 },
  );
});

test('what is between two instants is what walking finds', () => {
  const calendar = sharedCalendar();
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom(...zones),
      fc.tuple(instants, fc.integer({ min: 0, max: 4 * DAY }), fc.integer({ min: 0, max: 30 })),
      (when, timezone, [from, length, keep]) => {
        const schedule = { kind: 'schedule', when, timezone } as const;
        const range = { from, to: from + length, keep };
        const walked: number[] = [];
        for (let at = calendar.next(schedule, from); at !== null && at <= range.to;) {
          walked.push(at);
          at = calendar.next(schedule, at);
        }
        expect(calendar.between(schedule, range)).toEqual({
          instants: keep === 0 ? [] : walked.slice(-keep),
          earlier: Math.max(0, walked.length - keep),
          first: walked[0] ?? null,
        });
      },
    ),
    { numRuns: 400 },
  );
});

test('the last interval of a day that the clocks end early, onto midnight, is counted', () => {
  const schedule = every(8 * HOUR, 'America/Nuuk');
  // 23:00 on the 30th is 00:00 on the 31st.
  const from = Date.parse('2024-03-30T01:59:59.999Z');
  const to = Date.parse('2024-03-31T01:00:00Z');
  expect(sharedCalendar().between(schedule, { from, to, keep: 0 }).earlier).toBe(4);
});

describe('after a long absence', () => {
  const to = Date.parse('2026-11-21T10:00:00Z');
  const from = to - 3 * 365 * DAY;
  const between = (schedule: ScheduleTrigger): { counted: number; last: string | undefined } => {
    const { instants, earlier } = sharedCalendar().between(schedule, { from, to, keep: 100 });
    const last = instants.at(-1);
    return {
      counted: instants.length + earlier,
      last: last === undefined ? undefined : new Date(last).toISOString(),
    };
  };

  test('every minute of three years is counted', () => {
    expect(between(cron('* * * * *', 'Europe/Berlin'))).toEqual({
      counted: 3 * 365 * 1440,
      last: '2026-11-21T10:00:00.000Z',
    });
    expect(between(cron('* * * * * *'))).toMatchObject({ counted: 3 * 365 * 86_400 });
  });

  test('a time of day is counted once a day, whatever the clocks did', () => {
    expect(between(cron('30 2 * * *', 'Europe/Berlin'))).toMatchObject({ counted: 3 * 365 });
    expect(between(cron('30 1 * * *', 'America/New_York'))).toMatchObject({ counted: 3 * 365 });
  });

  test('intervals are counted by arithmetic', () => {
    expect(between(every(7 * HOUR))).toEqual({
      counted: Math.floor(to / (7 * HOUR)) - Math.floor(from / (7 * HOUR)),
      last: new Date(Math.floor(to / (7 * HOUR)) * 7 * HOUR).toISOString(),
    });
    expect(between(every(6 * HOUR, 'Europe/Berlin'))).toMatchObject({ counted: 3 * 365 * 4 });
  });

  test('the newest of what comes in clumps are found', () => {
    const { instants, earlier } = sharedCalendar().between(cron('* * 1 1 *'), {
      from: 0,
      to,
      keep: 3,
    });
    expect(instants.map((at) => new Date(at).toISOString())).toEqual([
      '2026-01-01T23:57:00.000Z',
      '2026-01-01T23:58:00.000Z',
      '2026-01-01T23:59:00.000Z',
    ]);
    expect(earlier).toBe(57 * 1440 - 1 - 3);
  });

  test('what lies further back than a hundred years is not counted', () => {
    const { earlier, first } = sharedCalendar().between(cron('0 0 1 1 *'), {
      from: Date.parse('1900-01-01T00:00:00Z'),
      to: Date.parse('2026-06-01T00:00:00Z'),
      keep: 2,
    });
    expect({ earlier, first }).toEqual({
      earlier: 98,
      first: Date.parse('1901-01-01T00:00:00Z'),
    });
  });
});

test('a single time is between two instants or not', () => {
  const at: ScheduleTrigger = {
    kind: 'schedule',
    when: { kind: 'at', local: '2026-12-01T09:00' },
    timezone: 'Europe/Berlin',
  };
  const instant = Date.parse('2026-12-01T08:00:00Z');
  const calendar = sharedCalendar();
  expect(calendar.between(at, { from: instant - 1, to: instant, keep: 5 })).toEqual({
    instants: [instant],
    earlier: 0,
    first: instant,
  });
  expect(calendar.between(at, { from: instant, to: instant + DAY, keep: 5 })).toEqual({
    instants: [],
    earlier: 0,
    first: null,
  });
});

test('a line that cannot be read is never due', () => {
  expect(sharedCalendar().next(cron('61 * * * *'), 0)).toBeNull();
  expect(sharedCalendar().next(cron('0 0 * * 9'), 0)).toBeNull();
  expect(sharedCalendar().between(cron('hello'), { from: 0, to: DAY, keep: 1 }).first).toBeNull();
});
