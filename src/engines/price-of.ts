/** From tokens to dollars, by a table of prices. Pure. */
import type { ModelPrice } from '../words/gateway-plan.ts';
import type { Usage } from '../words/usage.ts';
import { DEFAULT_PRICES } from './model-prices.ts';

type Tokens = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>;

/** A user's entries, laid over those that ship: a pattern that stands in both is the user's. */
export function pricesOver(own: readonly ModelPrice[]): readonly ModelPrice[] {
  const named = new Set(own.map(({ model }) => model));
  return [...own, ...DEFAULT_PRICES.filter(({ model }) => !named.has(model))];
}

/** The entry of that name, else the longest pattern that fits; a leading `provider/` does not matter. `null`: unknown. */
export function priceOf(prices: readonly ModelPrice[], model: string): ModelPrice | null {
  const bare = model.slice(model.lastIndexOf('/') + 1);
  return bestOf(prices, model) ?? (bare === model ? null : bestOf(prices, bare));
}

/** US dollars; `null` when the model is not in the table. */
export function costOf(prices: readonly ModelPrice[], model: string, used: Tokens): number | null {
  const price = priceOf(prices, model);
  return price === null ? null : costAt(price, used);
}

export function costAt(
  { input, cached, output }: Omit<ModelPrice, 'model'>,
  { inputTokens, cachedTokens, outputTokens }: Tokens,
): number {
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * input + cachedTokens * cached + outputTokens * output) / 1_000_000;
}

/** The assumed price of an unknown model, so that it is not free: for each kind of token the highest in the table. */
export function dearestPrice(prices: readonly ModelPrice[]): Omit<ModelPrice, 'model'> {
  const most = (read: (price: ModelPrice) => number): number => Math.max(0, ...prices.map(read));
  return {
    input: most(({ input }) => input),
    cached: most(({ cached }) => cached),
    output: most(({ output }) => output),
  };
}

function bestOf(prices: readonly ModelPrice[], name: string): ModelPrice | null {
  let best: ModelPrice | null = null;
  for (const price of prices) {
    if (price.model === name) return price;
    const fits = price.model.endsWith('*') && name.startsWith(price.model.slice(0, -1));
    if (fits && (best === null || price.model.length > best.model.length)) best = price;
  }
  return best;
}
