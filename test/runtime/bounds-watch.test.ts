import { describe, expect, test } from 'vitest';

import { DEFAULT_PRICES } from '../../src/engines/model-prices.ts';
import { watchBounds } from '../../src/runtime/supervisor/bounds-watch.ts';
import type { RunBounds } from '../../src/words/gateway-plan.ts';

const BUDGET = { usd: 3, tokens: null, warnAt: 0.8, onExceed: 'stop' } as const;

function watch(change: Partial<RunBounds> = {}) {
  const notices: string[] = [];
  const { take, exceeded } = watchBounds(
    {
      budget: BUDGET,
      because: 'limits.budget.usd-per-run',
      maxTurns: null,
      prices: DEFAULT_PRICES,
      model: null,
      ...change,
    },
    (text) => notices.push(text),
  );
  const use = (inputTokens: number, costUsd: number | null): void =>
    take({ kind: 'usage', usage: { inputTokens, cachedTokens: 0, outputTokens: 0, costUsd } });
  const settled = () => Promise.race([exceeded, Promise.resolve(null)]);
  return { notices, take, use, settled };
}

describe('an agent that tells what it uses', () => {
  test('is warned of once, and ended when all is used', async () => {
    const { notices, use, settled } = watch();
    use(1_000, 2.3);
    expect(notices).toEqual([]);
    use(2_000, 2.45);
    use(2_500, 2.9);
    expect(notices).toEqual(['the agent has used $2.45 of $3.00: limits.budget.usd-per-run']);
    expect(await settled()).toBeNull();
    use(3_000, 3.01);
    expect(await settled()).toEqual({
      bound: 'budget',
      reason: 'the agent used $3.01 of $3.00: limits.budget.usd-per-run',
    });
  });

  test('continues where its budget only warns', async () => {
    const { notices, use, settled } = watch({ budget: { ...BUDGET, onExceed: 'warn' } });
    use(1_000, 4);
    use(2_000, 5);
    expect(notices).toEqual([
      'the agent used $4.00 of $3.00: limits.budget.usd-per-run, and continued',
    ]);
    expect(await settled()).toBeNull();
  });

  test('is held to tokens too', async () => {
    const { use, settled } = watch({ budget: { ...BUDGET, usd: null, tokens: 1_000 } });
    use(1_000, null);
    expect(await settled()).toMatchObject({
      reason: 'the agent used 1,000 tokens of 1,000 tokens: limits.budget.usd-per-run',
    });
  });

  test('costs what the table says of the model that it names, and the most of all when nobody knows it', async () => {
    const known = watch();
    known.take({ kind: 'started', sessionId: null, model: 'claude-sonnet-4-5', version: null });
    known.use(900_000, null);
    expect(known.notices).toEqual(['the agent has used $2.70 of $3.00: limits.budget.usd-per-run']);
    expect(await known.settled()).toBeNull();
    const unknown = watch({ model: 'stub-model' });
    unknown.use(200_000, null);
    expect(await unknown.settled()).toMatchObject({
      reason: 'the agent used $3.00 of $3.00: limits.budget.usd-per-run',
    });
  });

  test('is ended when its model has answered more often than it may', async () => {
    const { use, settled } = watch({ budget: null, maxTurns: 2 });
    use(10, null);
    use(10, null);
    use(20, null);
    expect(await settled()).toBeNull();
    use(30, null);
    expect(await settled()).toEqual({
      bound: 'turns',
      reason: 'its model had answered 2 times, and it continued: agent.max-turns',
    });
  });

  test('is left alone without bounds', async () => {
    const { take, exceeded } = watchBounds(undefined, () => undefined);
    const usage = { inputTokens: 1e9, cachedTokens: 0, outputTokens: 0, costUsd: 1e9 };
    take({ kind: 'usage', usage });
    expect(await Promise.race([exceeded, Promise.resolve(null)])).toBeNull();
  });
});
