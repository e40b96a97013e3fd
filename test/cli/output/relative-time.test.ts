import { describe, expect, it } from 'vitest';

import { localTime, relativeTime } from '../../../src/words/local-time.ts';

const now = new Date('2026-11-21T09:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-11-21T08:59:50Z', 'just now'],
    ['2026-11-21T09:00:30Z', 'in 30 s'],
    ['2026-11-21T09:00:50Z', 'in 1 min'],
    ['2026-11-21T09:00:00Z', 'just now'],
    ['2026-11-21T08:55:00Z', '5 min ago'],
    ['2026-11-21T12:00:00Z', 'in 3 h'],
    ['2026-11-20T05:00:00Z', '28 h ago'],
    ['2026-11-18T09:00:00Z', '3 d ago'],
    ['2026-08-01T09:00:00Z', '2026-08-01'],
    ['2027-08-01T09:00:00Z', '2027-08-01'],
    ['nonsense', '?'],
  ])('says %s as %s', (instant, words) => {
    expect(relativeTime(instant, now)).toBe(words);
  });
});

describe('localTime', () => {
  it('gives wall time and zone on both sides of a change of the clocks', () => {
    expect(localTime('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('Sun 2026-10-25 02:30 CEST');
    expect(localTime('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('Sun 2026-10-25 02:30 CET');
  });
});
