/** What the process that is about to start may use: of the run's allowance, what its earlier agents left. */
import type { PlanRequest } from '../../agents/contract.ts';
import { findEngine } from '../../agents/registry.ts';
import { budgetOf } from '../../domain/budget.ts';
import type { GatewayBudget, GatewayPlan, ModelPrice } from '../../domain/gateway-plan.ts';
import { dearestPrice, pricesOver } from '../../domain/price-of.ts';
import type { RunBounds } from '../../domain/run-bounds.ts';
import { agentsOf, chargeOf } from '../../domain/run-usage.ts';
import type { StepContext } from './step-context.ts';

export interface LaunchBudget {
  /** For the gateway, if there is one. `null`: as much as it wants. */
  readonly budget: GatewayBudget | null;
  readonly prices: readonly ModelPrice[];
  /** `limits.budget.usd-per-run`; empty where nothing bounds it. */
  readonly because: string;
}

type Source = Pick<StepContext, 'spec' | 'record'>;

export function launchBudget({ spec, record }: Source): LaunchBudget {
  const prices = pricesOver(spec.settings.prices ?? []);
  const { allowance } = record.progress;
  const before = chargeOf(agentsOf(spec, record), prices);
  return { budget: budgetOf(allowance, before), prices, because: allowance?.because ?? '' };
}

/**
 * The same way to its model, held to what the process may use. A model that nobody knows costs a budget as much as the
 * dearest that is known; what is told of it in the end is still that nobody knows.
 */
export function bounded(
  gateway: GatewayPlan | null,
  { budget, prices }: LaunchBudget,
): GatewayPlan | null {
  if (gateway === null) return null;
  const rest = budget === null ? [] : [{ model: '*', ...dearestPrice(prices) }];
  return { ...gateway, budget, prices: [...prices, ...rest] };
}

/** What its stream is held against. Where a gateway counts, the stream need not. */
export function launchBounds(
  { budget, prices, because }: LaunchBudget,
  { agent, model }: Pick<PlanRequest, 'agent' | 'model'>,
  hasGateway: boolean,
): RunBounds {
  // One with a flag of its own counts better than we could.
  const maxTurns = findEngine(agent.engine).capabilities.turns ? null : agent.maxTurns;
  return { budget: hasGateway ? null : budget, because, maxTurns, prices, model };
}

/** For engines with a flag of their own for it, which ends them. */
export function usdToStopAt({ budget }: LaunchBudget): number | null {
  return budget?.onExceed === 'stop' ? budget.usd : null;
}
