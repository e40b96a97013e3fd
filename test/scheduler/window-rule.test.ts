import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { windowFor } from '../../src/scheduler/window-rule.ts';
import { addDays, localDateOf, mondayOf, startOfLocalDay } from '../../src/words/local-time.ts';
import type { WindowRule } from '../../src/words/routine.ts';

const HOUR = 3_600_000;

function window(
  rule: WindowRule,
  instant: string,
  { timezone = 'Europe/Berlin', last = null }: { timezone?: string; last?: string | null } = {},
) {
  const history = { lastRun: last, lastSuccess: last, lastDeploy: null };
  return windowFor(rule, { instant: new Date(instant), timezone, history });
}

function hours({ from, to }: { readonly from: string | null; readonly to: string }): number {
  return (Date.parse(to) - Date.parse(from ?? '')) / HOUR;
}

describe('windowFor', () => {
  it('covers from the last success, and from the beginning on the first run', () => {
    const rule = { kind: 'since', since: 'last-success', maxMs: null } as const;
    expect(window(rule, '2026-11-21T02:00:00Z')).toEqual({
      from: null,
      to: '2026-11-21T02:00:00.000Z',
      uncovered: null,
    });
    expect(
      window(rule, '2026-11-21T02:00:00Z', { timezone: 'UTC', last: '2026-11-18T02:00:00.000Z' }),
    ).toEqual({
      from: '2026-11-18T02:00:00.000Z',
      to: '2026-11-21T02:00:00.000Z',
      uncovered: null,
    });
  });

  it('covers from the last deployment whose run went well, else from the last good run', () => {
    const rule = { kind: 'since', since: 'last-deploy', maxMs: null } as const;
    const from = (lastDeploy: string | null) =>
      windowFor(rule, {
        instant: new Date('2026-11-21T02:00:00Z'),
        timezone: 'UTC',
        history: {
          lastRun: '2026-11-20T00:00:00.000Z',
          lastSuccess: '2026-11-19T00:00:00.000Z',
          lastDeploy,
        },
      }).from;
    expect(from('2026-11-15T10:00:00.000Z')).toBe('2026-11-15T10:00:00.000Z');
    expect(from(null)).toBe('2026-11-19T00:00:00.000Z');
  });

  it('tells what max cut off', () => {
    const rule = { kind: 'since', since: 'last-run', maxMs: 48 * HOUR } as const;
    expect(
      window(rule, '2026-11-21T02:00:00Z', { timezone: 'UTC', last: '2026-11-10T02:00:00.000Z' }),
    ).toEqual({
      from: '2026-11-19T02:00:00.000Z',
      to: '2026-11-21T02:00:00.000Z',
      uncovered: { from: '2026-11-10T02:00:00.000Z', to: '2026-11-19T02:00:00.000Z' },
    });
    expect(window(rule, '2026-11-21T02:00:00Z').uncovered).toBe(null);
    expect(hours(window(rule, '2026-11-21T02:00:00Z'))).toBe(48);
  });

  it('covers no negative time when the clock was set back', () => {
    const rule = { kind: 'since', since: 'last-success', maxMs: null } as const;
    expect(
      hours(
        window(rule, '2026-11-21T02:00:00Z', { timezone: 'UTC', last: '2026-11-22T02:00:00.000Z' }),
      ),
    ).toBe(0);
  });

  it('takes a local day from midnight to midnight, of 23, 24 or 25 hours, also when it is late', () => {
    const day = { kind: 'previous-day' } as const;
    const late = window(day, '2026-11-21T22:59:00Z');
    expect([late.from, late.to]).toEqual(['2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z']);
    expect(hours(window(day, '2026-03-30T05:00:00Z'))).toBe(23);
    expect(hours(window(day, '2026-10-26T05:00:00Z'))).toBe(25);
    expect(hours(window(day, '2026-03-09T15:00:00Z', { timezone: 'America/New_York' }))).toBe(23);
    expect(hours(window(day, '2026-11-02T15:00:00Z', { timezone: 'America/New_York' }))).toBe(25);
    expect(hours(window(day, '2026-04-05T15:00:00Z', { timezone: 'Australia/Lord_Howe' }))).toBe(
      24.5,
    );
    expect(hours(window(day, '2026-07-02T15:00:00Z', { timezone: 'Asia/Kolkata' }))).toBe(24);
  });

  it('takes a week from Monday to Monday', () => {
    const week = { kind: 'previous-week' } as const;
    const sunday = window(week, '2026-11-22T12:00:00Z');
    expect([sunday.from, sunday.to]).toEqual([
      '2026-11-08T23:00:00.000Z',
      '2026-11-15T23:00:00.000Z',
    ]);
    expect(window(week, '2026-11-23T00:30:00Z').to).toBe('2026-11-22T23:00:00.000Z');
    expect(hours(window(week, '2026-03-30T12:00:00Z'))).toBe(7 * 24 - 1);
  });

  it('takes the last stretch by its length', () => {
    expect(hours(window({ kind: 'last', ms: 6 * HOUR }, '2026-03-29T02:00:00Z'))).toBe(6);
  });
});

describe('startOfLocalDay', () => {
  it('begins where midnight does not exist, and after a day that was left out', () => {
    expect(startOfLocalDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
    expect(startOfLocalDay('2011-12-30', 'Pacific/Apia')).toEqual(
      startOfLocalDay('2011-12-31', 'Pacific/Apia'),
    );
  });

  it('is the first instant of its date in every zone', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/Havana', 'Pacific/Chatham', 'Africa/Cairo'];
    const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1985-01-01', days));
    fc.assert(
      fc.property(date, fc.constantFrom(...zones), (day, zone) => {
        const start = startOfLocalDay(day, zone);
        expect(localDateOf(start, zone)).toBe(day);
        expect(localDateOf(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
        expect(new Date(`${mondayOf(day)}T00:00:00Z`).getUTCDay()).toBe(1);
      }),
      { numRuns: 200 },
    );
  });
});
