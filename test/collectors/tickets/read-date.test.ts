import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readDate } from '../../../src/collectors/tickets/fields/read-date.ts';
import { localInstantReader, localMinuteOf } from '../../../src/words/local-time.ts';

const berlin = localInstantReader('Europe/Berlin');

function read(value: unknown): string {
  const found = readDate(value, berlin);
  return found.kind === 'date' ? found.at.toISOString() : found.problem;
}

test.each([
  ['2026-11-20T09:15:00Z', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20T09:15:00.123456Z', '2026-11-20T09:15:00.123Z'],
  ['2026-11-20T09:15:00+01:00', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20T09:15:00.000+0000', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20 09:15:00 UTC', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20 09:15:00 -0500', '2026-11-20T14:15:00.000Z'],
  ['2026-11-20T09:15', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20 09:15', '2026-11-20T08:15:00.000Z'],
  ['2026-07-20 09:15', '2026-07-20T07:15:00.000Z'],
  ['2026-11-20', '2026-11-19T23:00:00.000Z'],
  ['2026/11/20 9:15 PM', '2026-11-20T20:15:00.000Z'],
  ['20261120T091500Z', '2026-11-20T09:15:00.000Z'],
  ['20/Nov/26 9:15 AM', '2026-11-20T08:15:00.000Z'],
  ['20/Nov/26 12:15 AM', '2026-11-19T23:15:00.000Z'],
  ['20/Nov/2026 12:15 PM', '2026-11-20T11:15:00.000Z'],
  ['20-Nov-2026', '2026-11-19T23:00:00.000Z'],
  ['Fri, 20 Nov 2026 09:15:00 +0100', '2026-11-20T08:15:00.000Z'],
  ['Fri, 20 Nov 2026 09:15:00 GMT', '2026-11-20T09:15:00.000Z'],
  ['20 Nov 2026 09:15:00 EST', '2026-11-20T14:15:00.000Z'],
  ['Fri, 20 Nov 2026 09:15:00 +0100 (CET)', '2026-11-20T08:15:00.000Z'],
  ['Nov 20, 2026 9:15 AM', '2026-11-20T08:15:00.000Z'],
  ['November 20, 2026 at 9:15 AM', '2026-11-20T08:15:00.000Z'],
  ['Fri Nov 20 09:15:00 2026', '2026-11-20T08:15:00.000Z'],
  ['Fri Nov 20 09:15:00 2026 +0000', '2026-11-20T09:15:00.000Z'],
  ['20.11.2026 09:15', '2026-11-20T08:15:00.000Z'],
  ['20.11.2026, 09:15', '2026-11-20T08:15:00.000Z'],
  ['11/20/2026 9:15 AM', '2026-11-20T08:15:00.000Z'],
  ['20/11/2026 09:15', '2026-11-20T08:15:00.000Z'],
  ['11/11/2026', '2026-11-10T23:00:00.000Z'],
  [1_795_166_100, '2026-11-20T09:15:00.000Z'],
  [1_795_166_100_500, '2026-11-20T09:15:00.500Z'],
  ['1795166100', '2026-11-20T09:15:00.000Z'],
  ['1795166100.5', '2026-11-20T09:15:00.500Z'],
])('%j is %s', (value, instant) => {
  expect(read(value)).toBe(instant);
});

test.each([
  ['11/12/2026', 'the date 11/12/2026 could be two: write it as 2026-11-20'],
  ['1-2-26 10:00', 'the date 1-2-26 10:00 could be two: write it as 2026-11-20'],
  ['2026-02-30', 'there is no date "2026-02-30"'],
  ['31/Jun/26 9:15 AM', 'there is no date "31/Jun/26 9:15 AM"'],
  ['20/Foo/26', 'there is no date "20/Foo/26"'],
  ['2026-11-20 25:00', 'there is no date "2026-11-20 25:00"'],
  ['yesterday', '"yesterday" is not a date that can be read'],
  ['12', '"12" is not a date that can be read'],
  [12, '"12" is not a date that can be read'],
  ['1066-10-14', 'the date "1066-10-14" is out of range'],
  [true, 'the date is neither text nor a number'],
  ['2'.repeat(1_000_000), 'the date is longer than any date'],
])('%j is not read: %s', (value, problem) => {
  expect(read(value)).toBe(problem);
});

test('a time on the wall is read back as the same wall time, in any zone', () => {
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'UTC',
  );
  const minutes = fc.integer({
    min: Date.UTC(2001, 0, 1) / 60_000,
    max: Date.UTC(2037, 0, 1) / 60_000,
  });
  fc.assert(
    fc.property(zones, minutes, (zone, minute) => {
      const wall = new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
      const found = readDate(wall, localInstantReader(zone));
      const shown = found.kind === 'date' ? localMinuteOf(found.at, zone) : found.problem;
      // Only a time that the clocks leap over is shown as another: at most an hour later.
      const later = Date.parse(`${shown}Z`) - Date.parse(`${wall}Z`);
      expect(later === 0 || later === 1_800_000 || later === 3_600_000).toBe(true);
    }),
  );
});

test('of an hour that comes twice the first is meant, and a leap is counted over', () => {
  expect(read('2026-10-25 02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(read('2026-03-29 02:30')).toBe('2026-03-29T01:30:00.000Z');
});

test('no text makes it throw or give a date out of range', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[0-9/.:+ TZ-]{0,30}$/), fc.double()),
      (value) => {
        expect(read(value)).not.toBe('');
      },
    ),
  );
});
