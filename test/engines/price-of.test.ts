import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  DEFAULT_PRICES,
  costAt,
  costOf,
  dearestPrice,
  priceOf,
  pricesOver,
} from '../../src/engines/model-prices.ts';

const million = { inputTokens: 1_000_000, cachedTokens: 0, outputTokens: 1_000_000 };

describe('the price of a model', () => {
  test.each([
    ['claude-sonnet-4-5', 18],
    ['claude-sonnet-4-5-20250929', 18],
    ['claude-opus-4-1-20250805', 90],
    ['claude-opus-4-20250514', 90],
    ['claude-opus-4-6', 30],
    ['claude-opus-5-5', 24],
    ['gpt-5', 11.25],
    ['gpt-5.4-mini', 5.25],
    ['openai/gpt-5.5', 35],
    ['gpt-50', null],
    ['stub-model', null],
  ])('of %s is that of the closest entry', (model, dollars) => {
    expect(costOf(DEFAULT_PRICES, model, million)).toBe(dollars);
  });

  test('is the user’s where the user gives one, exact names before patterns', () => {
    const prices = pricesOver([
      { model: 'claude-sonnet-4*', input: 1, cached: 1, output: 1 },
      { model: 'claude-sonnet-4-5', input: 2, cached: 2, output: 2 },
    ]);
    expect(costOf(prices, 'claude-sonnet-4-6', million)).toBe(2);
    expect(costOf(prices, 'claude-sonnet-4-5', million)).toBe(4);
    expect(priceOf(prices, 'claude-haiku-4-5')?.output).toBe(5);
  });

  test('takes what was read from a cache at its own price', () => {
    const used = { inputTokens: 1_000_000, cachedTokens: 900_000, outputTokens: 0 };
    expect(costOf(DEFAULT_PRICES, 'claude-sonnet-4-5', used)).toBeCloseTo(0.57, 10);
  });

  test('is never above the dearest, and never below nothing', () => {
    const tokens = fc.nat({ max: 10_000_000 });
    const any = fc.record({ fresh: tokens, cachedTokens: tokens, outputTokens: tokens });
    fc.assert(
      fc.property(any, fc.constantFrom(...DEFAULT_PRICES), ({ fresh, ...rest }, price) => {
        const used = { ...rest, inputTokens: fresh + rest.cachedTokens };
        const cost = costAt(price, used);
        expect(cost).toBeGreaterThanOrEqual(0);
        expect(cost).toBeLessThanOrEqual(costAt(dearestPrice(DEFAULT_PRICES), used) + 1e-9);
      }),
    );
  });
});
