/** What the answer to a prompt says of its tokens: the protocol counts what a cache gave apart from the input. */
import type { Usage } from '../../../words/usage.ts';
import { countAt, valueAt } from '../../stream/fields.ts';

/** `null` when it says nothing. */
export function readAcpUsage(result: unknown, costUsd: number | null): Usage | null {
  const usage = valueAt(result, 'usage');
  const input = countAt(usage, 'inputTokens');
  const output = countAt(usage, 'outputTokens');
  if (input === null || output === null) return quotaUsage(result, costUsd);
  const cachedTokens = countAt(usage, 'cachedReadTokens') ?? 0;
  const written = countAt(usage, 'cachedWriteTokens') ?? 0;
  return {
    inputTokens: input + cachedTokens + written,
    cachedTokens,
    outputTokens: output,
    costUsd,
  };
}

/** Where Gemini's says it. */
function quotaUsage(result: unknown, costUsd: number | null): Usage | null {
  const counted = valueAt(result, '_meta', 'quota', 'token_count');
  const inputTokens = countAt(counted, 'input_tokens');
  const outputTokens = countAt(counted, 'output_tokens');
  if (inputTokens === null || outputTokens === null) return null;
  return { inputTokens, cachedTokens: 0, outputTokens, costUsd };
}
