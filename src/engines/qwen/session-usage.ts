/** Its result counts the whole session, also what earlier processes of it used; a turn counts itself. */
import type { Usage } from '../../words/usage.ts';
import { countAt } from '../stream/fields.ts';

/** `null` when there is none. */
export function readUsage(value: unknown): Usage | null {
  const inputTokens = countAt(value, 'input_tokens');
  const outputTokens = countAt(value, 'output_tokens');
  if (inputTokens === null || outputTokens === null) return null;
  return {
    inputTokens,
    cachedTokens: countAt(value, 'cache_read_input_tokens') ?? 0,
    outputTokens,
    costUsd: null,
  };
}

/** Never less than what this process was seen to use. */
export function processUsage(
  total: unknown,
  { before, seen }: { readonly before: Usage | null; readonly seen: Usage | null },
): Usage | null {
  const session = readUsage(total);
  if (session === null) return seen;
  const rest = (name: 'inputTokens' | 'cachedTokens' | 'outputTokens'): number =>
    Math.max(session[name] - (before?.[name] ?? 0), seen?.[name] ?? 0);
  return {
    inputTokens: rest('inputTokens'),
    cachedTokens: rest('cachedTokens'),
    outputTokens: rest('outputTokens'),
    costUsd: null,
  };
}
