import { expect, test } from 'vitest';

import { DEFAULT_PRICES, costOf } from '../../../src/engines/model-prices.ts';
import { bounded, launchBudget, usdToStopAt } from '../../../src/runtime/steps/plan-launch.ts';
import { gatewayPlan } from '../../kit/gateway.ts';
import { storedRun } from '../../kit/stored-run-data.ts';

const budget = { usd: 3, tokens: null, warnAt: 0.8, onExceed: 'stop' } as const;
const million = { inputTokens: 1_000_000, cachedTokens: 0, outputTokens: 0 };

test('a gateway gets what is left of the budget, and takes a model that nobody knows for the dearest', () => {
  const plan = bounded(gatewayPlan(), {
    budget,
    prices: DEFAULT_PRICES,
    because: '',
    maxTurns: null,
  });
  expect(plan?.budget).toEqual(budget);
  expect(costOf(plan?.prices ?? [], 'claude-sonnet-4-5', million)).toBe(3);
  expect(plan?.unknownPrice).toMatchObject({ input: 15 });
});

test('without a budget an unknown price stays unknown', () => {
  const plan = bounded(gatewayPlan(), {
    budget: null,
    prices: DEFAULT_PRICES,
    because: '',
    maxTurns: null,
  });
  expect([costOf(plan?.prices ?? [], 'stub-model', million), plan?.unknownPrice]).toEqual([
    null,
    null,
  ]);
  expect(bounded(null, { budget, prices: [], because: '', maxTurns: null })).toBeNull();
});

test('an engine’s own flag gets the dollars only where they are to stop it', () => {
  const given = { prices: [], because: '', maxTurns: null };
  expect(usdToStopAt({ ...given, budget })).toBe(3);
  expect(usdToStopAt({ ...given, budget: { ...budget, onExceed: 'warn' } })).toBeNull();
  expect(usdToStopAt({ ...given, budget: null })).toBeNull();
});

test('turns are bounded by us where the engine at work has no bound of its own, be it a fallback', () => {
  const { spec, record } = storedRun({ routine: 'a', at: '2026-11-21T02:00:00.000Z' });
  if (record === null) throw new TypeError();
  const agent = { ...spec.routine.agent, engine: 'claude', maxTurns: 7 } as const;
  const source = { spec: { ...spec, routine: { ...spec.routine, agent } }, record };
  expect(launchBudget(source, 'claude').maxTurns).toBeNull();
  expect(launchBudget(source, 'codex').maxTurns).toBe(7);
});
