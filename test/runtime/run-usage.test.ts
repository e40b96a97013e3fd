import { describe, expect, test } from 'vitest';

import { DEFAULT_PRICES } from '../../src/engines/model-prices.ts';
import { chargeOf, usageOfRun, type EndedAgent } from '../../src/runtime/run-usage.ts';
import { formatUsage, type Usage } from '../../src/words/usage.ts';
import { agentOutcome } from '../kit/agent-exit.ts';

function used(inputTokens: number, outputTokens: number, costUsd: number | null = null): Usage {
  return { inputTokens, cachedTokens: 0, outputTokens, costUsd };
}

function agent(
  own: Usage | null,
  gateway: { readonly usage: Usage; readonly model?: string } | null = null,
): EndedAgent {
  return {
    engine: 'claude',
    model: null,
    exit: {
      outcome: agentOutcome({ model: 'claude-sonnet-4-5', usage: own }),
      gateway:
        gateway === null
          ? null
          : {
              requests: 1,
              statuses: { 200: 1 },
              usage: gateway.usage,
              models: { [gateway.model ?? 'claude-sonnet-4-5']: gateway.usage },
              refused: null,
            },
    },
  };
}

describe('what a run used', () => {
  test('is what went through the gateway, whatever the engine says', () => {
    expect(
      usageOfRun([agent(used(5, 5, 9), { usage: used(1_000_000, 0) })], DEFAULT_PRICES),
    ).toEqual({ ...used(1_000_000, 0, 3), source: 'gateway', estimated: true });
  });

  test('costs what the engine says where the gateway knows no price', () => {
    const gateway = { usage: used(10, 5), model: 'stub-model' };
    expect(usageOfRun([agent(used(10, 5, 0.07), gateway)], DEFAULT_PRICES)).toEqual({
      ...used(10, 5, 0.07),
      source: 'gateway',
      estimated: false,
    });
  });

  test('is the engine’s own count without a gateway, its cost from the table only when it names none', () => {
    expect(usageOfRun([agent(used(10, 5, 0.07))], DEFAULT_PRICES)).toMatchObject({
      costUsd: 0.07,
      source: 'engine',
      estimated: false,
    });
    expect(usageOfRun([agent(used(1_000_000, 0))], DEFAULT_PRICES)).toMatchObject({
      costUsd: 3,
      estimated: true,
    });
  });

  test('is the sum over its agents; one of unknown price makes the cost unknown, and none of it free', () => {
    const gateway = { usage: used(1_000_000, 0), model: 'stub-model' };
    const agents = [agent(used(10, 5, 1)), agent(null, gateway)];
    expect(usageOfRun(agents, DEFAULT_PRICES)).toEqual({
      ...used(1_000_010, 5, null),
      source: 'gateway',
      estimated: false,
    });
    expect(chargeOf(agents, DEFAULT_PRICES)).toEqual({ usd: 16, tokens: 1_000_015 });
  });

  test('is nothing where nobody counted', () => {
    expect(usageOfRun([agent(null)], DEFAULT_PRICES)).toMatchObject({ source: 'none', costUsd: 0 });
    expect(usageOfRun([], DEFAULT_PRICES)).toMatchObject({ source: 'none', costUsd: 0 });
  });

  test.each([
    [
      {
        inputTokens: 12_310,
        cachedTokens: 8_000,
        outputTokens: 1_204,
        costUsd: 0.07,
        estimated: true,
      },
      '12,310 tokens in (8,000 cached), 1,204 out, $0.07 estimated',
    ],
    [
      { inputTokens: 9, cachedTokens: 0, outputTokens: 1, costUsd: 1234.5, estimated: false },
      '9 tokens in, 1 out, $1,234.50',
    ],
    [
      { inputTokens: 1_000_000, cachedTokens: 0, outputTokens: 0, costUsd: null, estimated: false },
      '1,000,000 tokens in, 0 out, cost unknown',
    ],
    [
      { inputTokens: 9, cachedTokens: 0, outputTokens: 1, costUsd: 0.00004, estimated: false },
      '9 tokens in, 1 out, under $0.0001',
    ],
    [{ inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0, estimated: false }, null],
  ])('is told in words: %j', (usage, words) => {
    expect(formatUsage(usage)).toBe(words);
  });
});
