import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { jitterOf } from '../../../src/scheduler/plan/due-slots.ts';
import { keyOfInstant } from '../../../src/scheduler/plan/plan-slot.ts';
import { idOf } from '../../kit/plan.ts';

const HOUR = 3_600_000;
const SEVEN = Date.parse('2026-11-21T07:00:00.000Z');

function jitter(name: string, at: number): number {
  return jitterOf(idOf(name), { key: keyOfInstant(at), at, next: null }, HOUR);
}

describe('jitter', () => {
  it('is the same for the same slot on every machine', () => {
    expect([jitter('todo', SEVEN), jitter('todo', SEVEN)]).toEqual([328597, 328597]);
  });

  it('differs from routine to routine and from slot to slot', () => {
    const some = Array.from({ length: 50 }, (_, at) => jitter(`r${at}`, SEVEN));
    const others = Array.from({ length: 50 }, (_, at) => jitter('todo', SEVEN + at * HOUR));
    expect([new Set(some).size, new Set(others).size]).toEqual([50, 50]);
  });

  it('is spread over all of the time that it may take', () => {
    const quarters = [0, 0, 0, 0];
    for (let at = 0; at < 4_000; at += 1) {
      const quarter = Math.floor(jitter(`r${at}`, SEVEN) / (HOUR / 4));
      quarters[quarter] = (quarters[quarter] ?? 0) + 1;
    }
    for (const count of quarters) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('is below what the routine allows, and never reaches the next slot', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.option(fc.integer({ min: 1, max: HOUR })),
        (at, most, gap) => {
          const slot = { key: keyOfInstant(at), at, next: gap === null ? null : at + gap };
          const found = jitterOf(idOf('todo'), slot, most);
          expect(found).toBeGreaterThanOrEqual(0);
          expect(found === 0 || found < most).toBe(true);
          expect(gap === null || found < gap).toBe(true);
        },
      ),
    );
  });
});
