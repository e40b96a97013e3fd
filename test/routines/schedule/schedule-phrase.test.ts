import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkSchedule, nextInstants } from '../../../src/calendar/next.ts';
import {
  isPhrase,
  type PhraseReading,
  readPhrase,
} from '../../../src/routines/schedule/schedule-entry.ts';
import { PHRASE_EXAMPLES } from '../../../src/routines/schedule/schedule-words.ts';
import { localMinuteOf } from '../../../src/words/local-time.ts';
import { context, read, routineOf } from '../../kit/definitions.ts';

type Phrase = Extract<PhraseReading, { kind: 'phrase' }>;

function phrase(text: string, key = 'shop/sweep'): Phrase {
  const found = readPhrase(text, key);
  if (found.kind === 'fault') throw new Error(`${text}: ${found.fault.message}`);
  return found;
}

function cronOf(text: string, key?: string): string {
  const { rule } = phrase(text, key);
  return rule.kind === 'cron' ? rule.expression : `every ${rule.ms}`;
}

function faultOf(text: string): string {
  const found = readPhrase(text, 'sweep');
  return found.kind === 'fault' ? `${found.fault.message} | ${found.fault.hint}` : 'none';
}

describe('a phrase with a time', () => {
  test.each([
    ['daily at 07:00', '0 7 * * *'],
    ['Daily At 7:05', '5 7 * * *'],
    ['weekdays at 7:30', '30 7 * * 1-5'],
    ['weekdays at 7', '0 7 * * 1-5'],
    ['weekends at 10:00', '0 10 * * 0,6'],
    ['weekly on monday at 08:00', '0 8 * * 1'],
    ['WEEKLY on Sunday at 8am', '0 8 * * 0'],
    ['weekly at 09:00', '0 9 * * 1'],
    ['monthly on the 1st at 06:00', '0 6 1 * *'],
    ['monthly on the 22nd at 7:30 pm', '30 19 22 * *'],
    ['monthly on the last day at 18:00', '0 18 L * *'],
    ['daily at noon', '0 12 * * *'],
    ['daily at midnight', '0 0 * * *'],
    ['daily at 12am', '0 0 * * *'],
    ['daily at 12pm', '0 12 * * *'],
    ['daily at 7:30pm', '30 19 * * *'],
    ['hourly at :15', '15 * * * *'],
    ['every 6h', 'every 21600000'],
    ['  daily   at\t07:00 ', '0 7 * * *'],
    ['every day at 7', '0 7 * * *'],
    ['nightly at 2', '0 2 * * *'],
    ['every night at 23:30', '30 23 * * *'],
    ['at 7:00', '0 7 * * *'],
    ['every weekday at 7:30 PM', '30 19 * * 1-5'],
    ['every weekend at 10', '0 10 * * 0,6'],
    ['mondays at 8:30', '30 8 * * 1'],
    ['every Friday at noon', '0 12 * * 5'],
    ['every week on tuesday at 9', '0 9 * * 2'],
    ['every month at 6', '0 6 1 * *'],
    ['every hour at :10', '10 * * * *'],
    ['every 6 hours', 'every 21600000'],
    ['every 15 minutes', 'every 900000'],
  ])('%s is %s', (text, expression) => {
    expect(cronOf(text)).toBe(expression);
    expect(phrase(text).phrase.stretch).toBeNull();
  });

  test('names its zone at the end, in whatever case it was written', () => {
    expect(phrase('daily at 07:00 in Europe/Berlin')).toEqual({
      kind: 'phrase',
      rule: { kind: 'cron', expression: '0 7 * * *' },
      timezone: 'Europe/Berlin',
      phrase: { text: 'daily at 07:00', stretch: null, outcome: 'daily at 07:00' },
    });
    expect(phrase('every 6h in UTC').timezone).toBe('UTC');
  });
});

describe('a phrase without a time', () => {
  test('comes to the same on every machine', () => {
    expect(phrase('daily between 01:00 and 04:00')).toMatchObject({
      rule: { expression: '1 3 * * *' },
      phrase: {
        text: 'daily between 01:00 and 04:00',
        stretch: 'between 01:00 and 04:00',
        outcome: 'daily at 03:01',
      },
    });
    expect(cronOf('hourly')).toBe('1 * * * *');
    expect(cronOf('weekly')).toBe('1 4 * * 1');
  });

  test('over midnight belongs to the day on which it begins', () => {
    const keys = Array.from({ length: 300 }, (_, index) => `routine-${index}`);
    const found = new Set(
      keys.map((key) => {
        const [, hour, , , days] = cronOf('weekdays between 22:00 and 02:00', key).split(' ');
        return `${Number(hour) >= 22 ? 'before' : 'after'} ${days}`;
      }),
    );
    expect([...found].toSorted()).toEqual(['after 2-6', 'before 1-5']);
    const sunday = new Set(
      keys.map((key) => cronOf('weekly on saturday between 23:00 and 01:00', key).slice(-1)),
    );
    expect([...sunday].toSorted()).toEqual(['0', '6']);
  });

  test('of a month never leaves its day', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        expect(cronOf('monthly on the 28th between 23:00 and 04:00', key)).toMatch(
          /^[0-9]+ 23 28 \* \*$/,
        );
      }),
    );
  });

  test('falls inside its stretch for every routine, and spreads over all of it', () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const clock = (at: number): string =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(minute, minute, fc.string(), (from, to, key) => {
        fc.pre(from !== to);
        const [at, hour] = cronOf(`daily between ${clock(from)} and ${clock(to)}`, key).split(' ');
        const found = Number(hour) * 60 + Number(at);
        const length = (to - from + 1_440) % 1_440;
        expect((found - from + 1_440) % 1_440).toBeLessThan(length);
      }),
      { numRuns: 300 },
    );
    const hours = Array.from({ length: 400 }, (_, index) =>
      Number(cronOf('daily', `r${index}`).split(' ')[1]),
    );
    expect(new Set(hours)).toEqual(new Set([1, 2, 3, 4]));
    for (const hour of [1, 2, 3, 4]) {
      expect(hours.filter((each) => each === hour).length).toBeGreaterThan(70);
    }
  });
});

describe('the grammar', () => {
  const time = fc.oneof(
    fc.constantFrom('noon', 'midnight', '7am', '12:30 pm', '7:30pm'),
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${hour}:${String(minute).padStart(2, '0')}`),
  );
  const ordinals = ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '28th'];
  const days = fc.oneof(
    fc.constantFrom('daily', 'weekdays', 'weekends', 'weekly', 'monthly'),
    fc.constantFrom('weekly on monday', 'weekly on sunday', 'monthly on the last day'),
    fc.constantFrom(...ordinals).map((day) => `monthly on the ${day}`),
  );
  const words = fc.oneof(
    days,
    fc.constantFrom('hourly', 'hourly at :00', 'hourly at :59', 'every 6h', 'every 90s'),
    fc.tuple(days, time).map(([day, at]) => `${day} at ${at}`),
    fc.tuple(days, time).map(([day, at]) => `${day} between ${at} and 03:17`),
  );
  const zone = fc.constantFrom('', ' in Europe/Berlin', ' in UTC', ' in America/New_York');

  test('is read whole, in any case, and what it comes to can be followed', () => {
    fc.assert(
      fc.property(words, zone, fc.boolean(), (text, inZone, loud) => {
        fc.pre(!text.includes('between 3:17 '));
        const found = phrase(`${loud ? text.toUpperCase() : text}${inZone}`);
        const timezone = found.timezone ?? 'Australia/Lord_Howe';
        expect(checkSchedule(found.rule, timezone)).toBeNull();
        const from = new Date('2026-03-27T00:00:00Z');
        expect(nextInstants(found.rule, timezone, { from, count: 3 })).toHaveLength(3);
      }),
      { numRuns: 300 },
    );
  });

  test('holds every form that the reference page lists', () => {
    for (const text of PHRASE_EXAMPLES) {
      const [trigger] = routineOf(`on: { schedule: ${text} }\ncollect: [todos]\n`).triggers;
      expect(trigger).toMatchObject({ phrase: { text: text.replace(/ in .*/, '') } });
    }
  });

  test('never fails over anything else, and what it proposes is a schedule', () => {
    const noise = fc.constantFrom(
      'every',
      'on',
      'mondays',
      'tue',
      '8',
      '7.30',
      'pm',
      'at',
      'night',
      '31st',
      'between',
      'and',
      'weekly',
      'hourly',
      '5',
      'minutes',
      'last',
      'day',
      'month',
      '::',
      '0h',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(noise, { maxLength: 8 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const found = readPhrase(given, 'sweep');
        if (found.kind === 'phrase') return;
        const near = /Did you mean "([^"]+)"/.exec(found.fault.hint)?.[1];
        if (near === undefined) return;
        const rule = isPhrase(near)
          ? phrase(near).rule
          : ({ kind: 'cron', expression: near } as const);
        expect(checkSchedule(rule, 'UTC')).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test('takes a megabyte of nonsense without a pause', () => {
    for (const evil of [' in'.repeat(300_000), 'at '.repeat(300_000), '9'.repeat(1_000_000)]) {
      expect(faultOf(`daily ${evil}`)).toMatch(/^(the schedule|there is no time zone) "/);
    }
  });
});

test.each([
  ['every monday 8', 'weekly on monday at 08:00'],
  ['at 19.30', 'daily at 19:30'],
  ['every day 7', 'daily at 07:00'],
  ['every other day', 'daily'],
  ['7am daily', 'daily at 07:00'],
  ['mon-fri 9', 'weekdays at 09:00'],
  ['15 minutes', 'every 15m'],
  ['hourly at 15', 'hourly at :15'],
  ['weekly on munday at 08:00', 'weekly on monday at 08:00'],
  ['dayly at 07:00', 'daily at 07:00'],
  ['monthly on the 31st at 06:00', 'monthly on the last day at 06:00'],
  ['last day of the month', 'monthly on the last day'],
  ['daily from 1 to 4', 'daily between 01:00 and 04:00'],
  ['every monday and thursday at 8', '0 8 * * 1,4'],
])('%s proposes %s', (text, near) => {
  expect(faultOf(text)).toContain(`Did you mean "${near}"? Understood: `);
});

test.each([
  ['hello', 'the schedule "hello" is not understood'],
  ['daily at 25:00', 'the schedule "daily at 25:00" names the time "25:00", which no clock shows'],
  [
    'daily between 01:00 and 01:00',
    '"daily between 01:00 and 01:00" leaves no time between its two ends',
  ],
  ['monthly on the 30th', '"monthly on the 30th" names the day 30, which not every month has'],
  ['monthly on the 40th', '"monthly on the 40th" names the day 40, which no month has'],
  ['daily at 07:00 in Mars/Base', 'there is no time zone "Mars/Base"'],
])('%s is refused with the reason', (text, message) => {
  expect(faultOf(text)).toContain(message);
});

test.each(['0 7 * * 1-5', '@daily', '*/5 * * * *', '0 7 * * monday', '? ? * * *', '* * * *'])(
  '%s is a cron line',
  (line) => {
    expect(isPhrase(line)).toBe(false);
  },
);

describe('in a routine', () => {
  test('words become a cron line that remembers them', () => {
    const text = 'on: { schedule: weekdays at 7:30 in Asia/Tokyo }\ncollect: [todos]\n';
    expect(routineOf(text).triggers).toEqual([
      {
        kind: 'schedule',
        when: { kind: 'cron', expression: '30 7 * * 1-5' },
        timezone: 'Asia/Tokyo',
        phrase: { text: 'weekdays at 7:30', stretch: null, outcome: 'weekdays at 07:30' },
      },
    ]);
  });

  test('they stand in a list and beside a zone as well', () => {
    const text =
      'on:\n  schedule:\n    - { cron: daily at noon, timezone: UTC }\n    - every 6h\n    - "0 2 * * *"\ncollect: [todos]\n';
    expect(
      routineOf(text).triggers.map((trigger) => ('when' in trigger ? trigger.when : null)),
    ).toEqual([
      { kind: 'cron', expression: '0 12 * * *' },
      { kind: 'every', ms: 21_600_000 },
      { kind: 'cron', expression: '0 2 * * *' },
    ]);
  });

  test('two zones are one too many', () => {
    const text =
      'on: { schedule: [{ cron: daily at noon in UTC, timezone: Asia/Tokyo }] }\ncollect: [todos]\n';
    expect(read(text)).toEqual([
      '1:58 two-zones the schedule names its zone in words already: `in UTC` | Keep `in …` or `timezone`.',
    ]);
  });

  test('the folder that a repository lies in does not move it, its written name and the id do', () => {
    const scattered = 'on: { schedule: daily }\ncollect: [todos]\n';
    const { workspace } = context;
    const at = (file: string, name: string, line: number | null): unknown => {
      const given = { ...workspace, name, lines: { ...workspace.lines, name: line } };
      return routineOf(scattered, { file, context: { ...context, workspace: given } }).triggers[0];
    };
    expect(at('routines/a.yaml', 'here', null)).toEqual(at('routines/a.yaml', 'there', null));
    expect(at('routines/a.yaml', 'here', 1)).not.toEqual(at('routines/a.yaml', 'there', 1));
    expect(at('routines/a.yaml', 'here', 1)).not.toEqual(at('routines/b.yaml', 'here', 1));
  });

  test('a fixed one over a change of the clocks does as a cron line does', () => {
    const { rule } = phrase('daily at 02:30');
    const from = new Date('2026-03-28T12:00:00Z');
    const found = nextInstants(rule, 'Europe/Berlin', { from, count: 2 });
    expect(found.map((at) => localMinuteOf(at, 'Europe/Berlin'))).toEqual([
      '2026-03-29 03:00',
      '2026-03-30 02:30',
    ]);
  });
});
