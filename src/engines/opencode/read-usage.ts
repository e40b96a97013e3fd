import type { Usage } from '../../words/usage.ts';
import { countAt } from '../stream/fields.ts';

/** Of one step; `null` when it says none. Its input leaves the cache out, its output what was thought: the total has all. */
export function readStepUsage(part: unknown): Usage | null {
  const input = countAt(part, 'tokens', 'input');
  const output = countAt(part, 'tokens', 'output');
  if (input === null || output === null) return null;
  const cachedTokens = countAt(part, 'tokens', 'cache', 'read') ?? 0;
  const inputTokens = input + cachedTokens + (countAt(part, 'tokens', 'cache', 'write') ?? 0);
  const total = countAt(part, 'tokens', 'total') ?? 0;
  return {
    inputTokens,
    cachedTokens,
    outputTokens: Math.max(output, total - inputTokens),
    costUsd: priceOf(countAt(part, 'cost'), inputTokens + output),
  };
}

/** A model without a price costs 0 by its word, which is to say that it does not know. */
function priceOf(cost: number | null, tokens: number): number | null {
  return cost === 0 && tokens > 0 ? null : cost;
}
