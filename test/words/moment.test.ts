import { describe, expect, it } from 'vitest';

import { readMoment } from '../../src/words/moment.ts';

/** A Saturday, 04:30 in Berlin. */
const now = new Date('2026-11-28T03:30:00.000Z');
const berlin = { name: 'until', now, timezone: 'Europe/Berlin' } as const;

describe('a moment as people type it', () => {
  it.each([
    ['14d', '2026-12-12T03:30:00.000Z'],
    ['1w', '2026-12-05T03:30:00.000Z'],
    ['a week', '2026-12-05T03:30:00.000Z'],
    ['2 hours', '2026-11-28T05:30:00.000Z'],
    ['monday', '2026-11-29T23:00:00.000Z'],
    ['Sat', '2026-12-04T23:00:00.000Z'],
    ['next friday at 7:00', '2026-12-04T06:00:00.000Z'],
    ['tomorrow', '2026-11-28T23:00:00.000Z'],
    ['tomorrow 07:00', '2026-11-29T06:00:00.000Z'],
    ['2026-12-01', '2026-11-30T23:00:00.000Z'],
    ['2026-12-01 18:15', '2026-12-01T17:15:00.000Z'],
    ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ])('%s ahead is %s', (text, instant) => {
    expect(readMoment({ ...berlin, text, way: 'ahead' })).toBe(instant);
  });

  it.each([
    ['monday', '2026-11-22T23:00:00.000Z'],
    ['saturday', '2026-11-20T23:00:00.000Z'],
    ['yesterday', '2026-11-26T23:00:00.000Z'],
    ['1w', '2026-11-21T03:30:00.000Z'],
  ])('%s back is %s', (text, instant) => {
    expect(readMoment({ ...berlin, text, way: 'back' })).toBe(instant);
  });

  it.each([
    ['mon'.repeat(2)],
    ['2026-02-30'],
    ['25:00'],
    ['tomorrow 25:00'],
    ['0d'],
    ['99999999999999w'],
    [''],
  ])('refuses "%s"', (text) => {
    expect(() => readMoment({ ...berlin, text, way: 'ahead' })).toThrow(
      `--until ${text} is not a day, an instant or a duration`,
    );
  });
});
