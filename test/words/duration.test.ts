import { describe, expect, it } from 'vitest';

import { parseDuration } from '../../src/words/duration.ts';
import { duration, positiveDuration } from '../../src/words/schema-parts.ts';

describe('parseDuration', () => {
  it.each([
    ['0d', 0],
    ['90s', 90_000],
    ['15m', 900_000],
    ['4h', 14_400_000],
    ['2d', 172_800_000],
    ['6w', 3_628_800_000],
    ['3y', 94_608_000_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
    expect(duration.safeParse(text).success).toBe(true);
    expect(positiveDuration.safeParse(text).success).toBe(ms > 0);
  });

  it.each(['', '3', '3M', '1.5d', '01d', '0y', '1000y', '-1d', '3d ', '1_000d', '10000000d'])(
    'takes %j for none',
    (text) => {
      expect(parseDuration(text)).toBeNull();
      expect(duration.safeParse(text).success).toBe(false);
    },
  );

  it('gives no more than a moment can be away', () => {
    for (const text of ['9999999d', '9999999w', '999y'])
      expect(Number.isNaN(new Date(-(parseDuration(text) ?? NaN)).getTime())).toBe(false);
  });
});
