/**
 * What one process of Claude Code used.
 *
 * `modelUsage` and `total_cost_usd` of a result count over the whole session, earlier processes and side requests
 * included; `usage` counts the turn that ended, without the request that a bound cut off. So the first, less what was used
 * before; unless that does not add up, because an earlier process left no count behind: then the second.
 */
import { isRecord } from '../../platform/json.ts';
import type { Usage } from '../../words/usage.ts';
import { amountField, numberField, recordField, type Fields } from '../stream-fields.ts';

export interface UsageCounter {
  /** Of this process so far. */
  add(result: Fields): Usage;
}

type Tokens = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>;

const NONE: Tokens = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export function openUsage(before: Usage | null): UsageCounter {
  let turns: Tokens = NONE;
  return {
    add: (result) => {
      turns = plus(turns, ofTurn(recordField(result, 'usage')));
      const whole = ofModels(recordField(result, 'modelUsage'));
      const cost = numberField(result, 'total_cost_usd');
      const left = minus(whole, before ?? NONE);
      if (covers(left, turns))
        return { ...left, costUsd: before === null ? cost : costAfter(cost, before) };
      // Nothing of before is in its count: a session that began again.
      return { ...turns, costUsd: covers(turns, whole) ? cost : null };
    },
  };
}

function costAfter(cost: number | null, before: Usage): number | null {
  if (cost === null || before.costUsd === null || cost < before.costUsd) return null;
  return cost - before.costUsd;
}

/** What was sent, caches included: it counts them apart. */
function ofTurn(usage: Fields): Tokens {
  const cached = amountField(usage, 'cache_read_input_tokens');
  return {
    inputTokens:
      amountField(usage, 'input_tokens') +
      amountField(usage, 'cache_creation_input_tokens') +
      cached,
    cachedTokens: cached,
    outputTokens: amountField(usage, 'output_tokens'),
  };
}

function ofModels(models: Fields): Tokens {
  return Object.values(models).reduce<Tokens>((sum, model) => {
    if (!isRecord(model)) return sum;
    const cached = amountField(model, 'cacheReadInputTokens');
    return plus(sum, {
      inputTokens:
        amountField(model, 'inputTokens') + amountField(model, 'cacheCreationInputTokens') + cached,
      cachedTokens: cached,
      outputTokens: amountField(model, 'outputTokens'),
    });
  }, NONE);
}

function plus(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function minus(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens - other.inputTokens,
    cachedTokens: one.cachedTokens - other.cachedTokens,
    outputTokens: one.outputTokens - other.outputTokens,
  };
}

function covers(one: Tokens, other: Tokens): boolean {
  return (
    one.inputTokens >= other.inputTokens &&
    one.cachedTokens >= other.cachedTokens &&
    one.outputTokens >= other.outputTokens
  );
}
