/** What a model was asked and answered, in tokens; and what that cost. */
export interface Usage {
  /** All that was sent, what came from a cache included. */
  readonly inputTokens: number;
  /** Of those, what was read from a cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars; `null` when the price is unknown. */
  readonly costUsd: number | null;
}

/** What counted it: the gateway, the engine itself, or nothing, so that any cost comes from a table of prices. */
export type UsageSource = 'gateway' | 'engine' | 'none';

export interface CountedUsage extends Usage {
  readonly source: UsageSource;
  /** The cost comes from a table of prices. */
  readonly estimated: boolean;
}

export const NO_USAGE: CountedUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  source: 'none',
  estimated: false,
};

/** An unknown cost makes the sum unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
  };
}
