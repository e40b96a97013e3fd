import type { Usage } from '../../words/usage.ts';
import { countAt } from '../stream/fields.ts';

/** Of this process; what was thought is in the total alone. `null` when it says none. It knows no prices. */
export function readStats(stats: unknown): Usage | null {
  const inputTokens = countAt(stats, 'input_tokens');
  const output = countAt(stats, 'output_tokens');
  if (inputTokens === null || output === null) return null;
  const total = countAt(stats, 'total_tokens') ?? 0;
  return {
    inputTokens,
    cachedTokens: countAt(stats, 'cached') ?? 0,
    outputTokens: Math.max(output, total - inputTokens),
    costUsd: null,
  };
}
