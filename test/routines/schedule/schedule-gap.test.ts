import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nextInstants } from '../../../src/calendar/next.ts';
import { shortestGap } from '../../../src/routines/schedule/schedule-breaches.ts';

const MINUTE = 60_000;

test.each([
  ['*/10 * * * *', 10],
  ['0 2 * * *', 1440],
  ['0 2,14 * * *', 720],
  ['0,59 * * * *', 1],
  ['50 8-10 * * 1-5', 60],
  ['0 1,3 * * 1', 120],
  ['0 2 * * 1', null],
  ['@daily', null],
  ['0 0 9 * * *', null],
  ['MON * * * *', null],
])('slots of %s are %s minutes apart', (expression, minutes) => {
  expect(shortestGap({ kind: 'cron', expression })).toBe(
    minutes === null ? null : minutes * MINUTE,
  );
});

test('no two slots in a zone without clock changes are closer together', () => {
  const field = (most: number) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 4 })
      .map((values) => values.join(','));
  fc.assert(
    fc.property(field(59), field(23), (minutes, hours) => {
      const expression = `${minutes} ${hours} * * *`;
      const rule = { kind: 'cron', expression } as const;
      const from = new Date('2026-06-01T00:00:00Z');
      const instants = nextInstants(rule, 'UTC', { from, count: 40 }).map((at) => at.getTime());
      const gaps = instants.slice(1).map((at, index) => at - (instants[index] ?? 0));
      expect(shortestGap(rule)).toBe(Math.min(...gaps));
    }),
    { numRuns: 100 },
  );
});
