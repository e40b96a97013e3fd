import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { instantOf, placeOf, wallAt } from '../../src/calendar/zone-offsets.ts';

const HOUR = 3_600_000;

function shown(timezone: string, instant: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return `${format.format(instant).replace(' ', 'T')}.000Z`;
}

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instants = fc.integer({
  min: Date.parse('1990-01-01T00:00:00Z'),
  max: Date.parse('2037-12-31T00:00:00Z'),
});

test('clocks show what the platform says, in every zone', () => {
  fc.assert(
    fc.property(zones, instants, (zone, instant) => {
      expect(new Date(wallAt(zone, instant)).toISOString()).toBe(shown(zone, instant));
    }),
    { numRuns: 500 },
  );
});

test('a wall time that clocks show leads back to its instant', () => {
  fc.assert(
    fc.property(zones, instants, (zone, at) => {
      const instant = Math.floor(at / 1000) * 1000;
      const place = placeOf(zone, wallAt(zone, instant));
      const places = { once: 1, twice: 2, gap: 0 }[place.kind];
      const found =
        place.kind === 'once'
          ? [place.instant]
          : place.kind === 'twice'
            ? [place.first, place.second]
            : [];
      expect(found).toContain(instant);
      expect(found).toHaveLength(places);
    }),
    { numRuns: 500 },
  );
});

describe('a wall time', () => {
  const wall = (text: string): number => Date.parse(`${text}Z`);

  test('comes twice where clocks go back, by as much as they do', () => {
    expect(placeOf('Australia/Lord_Howe', wall('2026-04-05T01:45:00'))).toMatchObject({
      kind: 'twice',
      first: Date.parse('2026-04-04T14:45:00Z'),
      second: Date.parse('2026-04-04T15:15:00Z'),
    });
    expect(placeOf('Australia/Lord_Howe', wall('2026-04-05T02:00:00')).kind).toBe('once');
    expect(placeOf('Antarctica/Troll', wall('2026-10-25T01:00:00'))).toMatchObject({
      kind: 'twice',
      second: expect.any(Number),
    });
  });

  test('that clocks jump over stands for the end of the gap', () => {
    const end = Date.parse('2026-03-29T01:00:00Z');
    expect(placeOf('Europe/Berlin', wall('2026-03-29T02:00:00'))).toEqual({
      kind: 'gap',
      change: { at: end, before: HOUR, after: 2 * HOUR },
    });
    expect(instantOf('Europe/Berlin', wall('2026-03-29T02:59:59'))).toBe(end);
    expect(instantOf('Europe/Berlin', wall('2026-03-29T03:00:00'))).toBe(end);
  });

  test('of a date that a zone never had stands for the day after', () => {
    expect(new Date(instantOf('Pacific/Apia', wall('2011-12-30T12:00:00'))).toISOString()).toBe(
      '2011-12-30T10:00:00.000Z',
    );
  });
});

test('a zone that nobody knows is an error', () => {
  expect(() => wallAt('Mars/Olympus', 0)).toThrow(RangeError);
});
