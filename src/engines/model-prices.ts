/**
 * What models cost that agents are commonly run with: list prices, in US dollars a million tokens. They only estimate:
 * writing to a cache, long prompts and discounts are not in them. Where a price has steps, the dearest stands here.
 */
import type { ModelPrice } from '../words/gateway-plan.ts';
import type { Usage } from '../words/usage.ts';

/** When they were looked up: on the pricing pages of the makers, and for OpenAI in published copies of its table. */
export const PRICES_AS_OF = '2026-11-21';

export const DEFAULT_PRICES: readonly ModelPrice[] = [
  price('claude-fable-5*', [10, 1, 50]),
  price('claude-fable-5-1*', [10, 0.25, 50]),
  price('claude-opus-5*', [5, 0.5, 25]),
  price('claude-opus-5-5*', [4, 0.2, 20]),
  price('claude-opus-4*', [5, 0.5, 25]),
  price('claude-opus-4-1*', [15, 1.5, 75]),
  price('claude-opus-4-2*', [15, 1.5, 75]),
  price('claude-sonnet-4*', [3, 0.3, 15]),
  price('claude-sonnet-5*', [2, 0.2, 10]),
  price('claude-sonnet-5-5*', [2, 0.1, 10]),
  price('claude-haiku-4-5*', [1, 0.1, 5]),
  price('claude-haiku-5-5*', [0.5, 0.05, 2.5]),
  price('gpt-5', [1.25, 0.125, 10]),
  price('gpt-5-codex*', [1.25, 0.125, 10]),
  price('gpt-5-mini*', [0.25, 0.025, 2]),
  price('gpt-5.1*', [1.25, 0.125, 10]),
  price('gpt-5.2*', [1.75, 0.175, 14]),
  price('gpt-5.3-codex*', [1.75, 0.175, 14]),
  price('gpt-5.4*', [2.5, 0.25, 15]),
  price('gpt-5.4-mini*', [0.75, 0.075, 4.5]),
  price('gpt-5.5*', [5, 0.5, 30]),
  price('gemini-2.5-pro*', [2.5, 0.25, 15]),
  price('gemini-2.5-flash*', [0.3, 0.03, 2.5]),
];

function price(
  model: string,
  [input, cached, output]: readonly [number, number, number],
): ModelPrice {
  return { model, input, cached, output };
}

// From tokens to dollars, by a table of prices. Pure.
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
