/** What the process that is about to start may use: of the run's allowance, what its earlier agents left. */
import type { PlanRequest } from '../../engines/contract.ts';
import { dearestPrice, pricesOver } from '../../engines/price-of.ts';
import { findEngine } from '../../engines/registry.ts';
import { budgetOf } from '../../words/budget.ts';
import type { GatewayBudget, GatewayPlan, ModelPrice } from '../../words/gateway-plan.ts';
import type { EngineId } from '../../words/routine.ts';
import type { RunBounds } from '../../words/run-bounds.ts';
import { agentsOf, chargeOf } from '../run-usage.ts';
import type { StepContext } from './step-context.ts';

interface LaunchBudget {
  /** For the gateway, if there is one. `null`: as much as it wants. */
  readonly budget: GatewayBudget | null;
  readonly prices: readonly ModelPrice[];
  /** `limits.budget.usd-per-run`; empty where nothing bounds it. */
  readonly because: string;
  /** For engines that keep to no such bound themselves; `null`: no bound, or the engine's own. */
  readonly maxTurns: number | null;
}

type Source = Pick<StepContext, 'spec' | 'record'>;

/** @param engine that of the process, which may be a fallback */
export function launchBudget({ spec, record }: Source, engine: EngineId): LaunchBudget {
  const prices = pricesOver(spec.settings.prices ?? []);
  const { allowance } = record.progress;
  const before = chargeOf(agentsOf(spec, record), prices);
  const { maxTurns } = spec.routine.agent;
  return {
    budget: budgetOf(allowance, before),
    prices,
    because: allowance?.because ?? '',
    // One with a flag of its own counts better than we could.
    maxTurns: findEngine(engine).capabilities.turns ? null : maxTurns,
  };
}

/**
 * The same way to its model, limited to what the process may use. An unknown model costs a budget as much as the most
 * expensive known one; its price is still reported as unknown in the end.
 */
export function bounded(
  gateway: GatewayPlan | null,
  { budget, prices, maxTurns }: LaunchBudget,
): GatewayPlan | null {
  if (gateway === null) return null;
  const unknownPrice = budget === null ? null : dearestPrice(prices);
  return { ...gateway, budget, maxTurns, prices, unknownPrice };
}

/** What its stream is held against. Where a gateway counts, the stream need not. */
export function launchBounds(
  { budget, prices, because, maxTurns }: LaunchBudget,
  { model }: Pick<PlanRequest, 'model'>,
  hasGateway: boolean,
): RunBounds {
  return {
    budget: hasGateway ? null : budget,
    because,
    maxTurns: hasGateway ? null : maxTurns,
    prices,
    model,
  };
}

/** For engines with a flag of their own for it, which ends them. */
export function usdToStopAt({ budget }: LaunchBudget): number | null {
  return budget?.onExceed === 'stop' ? budget.usd : null;
}
