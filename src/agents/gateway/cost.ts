/** What tokens cost by a table of prices. Pure. */
import type { ModelPrice } from '../../domain/gateway-plan.ts';
import type { Tokens } from './wire-usage.ts';

const A_MILLION = 1_000_000;

/** US dollars; `null` when the table has none of these names. The longest name that fits counts, of the first name that has one. */
export function costOf(
  { inputTokens, cachedTokens, outputTokens }: Tokens,
  names: readonly string[],
  prices: readonly ModelPrice[],
): number | null {
  const price = names.flatMap((name) => priceOf(name, prices) ?? [])[0];
  if (price === undefined) return null;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (
    (fresh * price.input + cachedTokens * price.cached + outputTokens * price.output) / A_MILLION
  );
}

function priceOf(name: string, prices: readonly ModelPrice[]): ModelPrice | null {
  const fitting = prices.filter(({ model }) =>
    model.endsWith('*') ? name.startsWith(model.slice(0, -1)) : model === name,
  );
  // `*` at the end is one character more than what has to be there: the exact name wins over it.
  const [best] = fitting.toSorted((a, b) => rank(b) - rank(a));
  return best ?? null;
}

function rank({ model }: ModelPrice): number {
  return model.endsWith('*') ? model.length - 1 : model.length + 0.5;
}
