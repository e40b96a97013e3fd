import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  afterQuiet,
  isQuiet,
  nextLocalTime,
} from '../../../src/connections/messages/quiet-hours.ts';
import { localMinuteOf } from '../../../src/words/local-time.ts';

const NIGHT = { from: '22:00', to: '07:00' };
const BERLIN = 'Europe/Berlin';

describe('quiet hours', () => {
  it('go over midnight, and end at their end', () => {
    const shown = ['21:59', '22:00', '23:59', '00:00', '06:59', '07:00', '12:00'].filter((time) =>
      isQuiet(new Date(`2026-11-21T${time}:00Z`), NIGHT, 'UTC'),
    );
    expect(shown).toEqual(['22:00', '23:59', '00:00', '06:59']);
  });

  it('lie within a day too', () => {
    const hours = { from: '12:00', to: '13:30' };
    expect(isQuiet(new Date('2026-11-21T13:29:59Z'), hours, 'UTC')).toBe(true);
    expect(isQuiet(new Date('2026-11-21T13:30:00Z'), hours, 'UTC')).toBe(false);
  });

  it('end at the time on the wall, on days of 23 and of 25 hours', () => {
    const end = (from: string): string => afterQuiet(new Date(from), NIGHT, BERLIN).toISOString();
    expect(end('2026-03-28T23:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(end('2026-10-24T22:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('end where the clocks leap over their end, and once more where it comes twice', () => {
    const end = (from: string): string =>
      afterQuiet(new Date(from), { from: '22:00', to: '02:30' }, BERLIN).toISOString();
    expect(end('2026-03-29T00:50:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(end('2026-10-24T23:50:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(end('2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });

  it('are over at the instant that is given, whatever zone, hours and day', () => {
    fc.assert(
      fc.property(instant, hours, zone, (now, quiet, timezone) => {
        const end = afterQuiet(now, quiet, timezone);
        expect(isQuiet(end, quiet, timezone)).toBe(false);
        expect(end.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});

describe('the next time of day', () => {
  it('is today or tomorrow, on the wall of the zone', () => {
    const next = (from: string): string =>
      nextLocalTime(new Date(from), '07:00', BERLIN).toISOString();
    expect(next('2026-11-21T05:59:00Z')).toBe('2026-11-21T06:00:00.000Z');
    expect(next('2026-11-21T06:00:00Z')).toBe('2026-11-22T06:00:00.000Z');
    expect(next('2026-10-24T22:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('comes after, and shows that time but where the clocks leap over it', () => {
    fc.assert(
      fc.property(instant, time, zone, (now, at, timezone) => {
        const next = nextLocalTime(now, at, timezone);
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(26 * 3_600_000);
        const shown = localMinuteOf(next, timezone).slice(11);
        const apart = Math.abs(minutes(shown) - minutes(at));
        expect(Math.min(apart, 1_440 - apart)).toBeLessThanOrEqual(60);
      }),
    );
  });
});

const instant = fc
  .integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2027-12-31T00:00Z') })
  .map((ms) => new Date(ms));
const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((all) => `${pad(Math.floor(all / 60))}:${pad(all % 60)}`);
const hours = fc
  .tuple(time, time)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => ({ from, to }));
const zone = fc.constantFrom(
  'UTC',
  BERLIN,
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
);

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function minutes(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}
