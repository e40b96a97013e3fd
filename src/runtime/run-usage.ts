/** What a run used, all its agents together: counted by its gateway, else by the engines themselves. Pure. */
import { costAt, costOf, dearestPrice } from '../engines/model-prices.ts';
import type { AgentExit } from '../words/agent-exit.ts';
import type { ModelPrice } from '../words/gateway-plan.ts';
import type { EngineId } from '../words/routine.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunRecord } from '../words/run.ts';
import {
  addAmounts,
  type Amount,
  addUsage,
  NO_USAGE,
  type CountedUsage,
  type Usage,
} from '../words/usage.ts';

/** One process of an agent that has ended. */
export interface EndedAgent {
  readonly engine: EngineId;
  readonly exit: Pick<AgentExit, 'outcome' | 'gateway'>;
  /** The model it was to use, if its stream names none. */
  readonly model: string | null;
}

export function usageOfRun(
  agents: readonly EndedAgent[],
  prices: readonly ModelPrice[],
): CountedUsage {
  return agents
    .map((agent) => usageOfAgent(agent, prices))
    .filter(({ source }) => source !== 'none')
    .reduce(together, NO_USAGE);
}

/**
 * Tokens from the gateway when anything went through it. The cost by the gateway's word, else by the engine's own, else
 * by the table; `null` when none of them knows.
 */
function usageOfAgent({ exit, model }: EndedAgent, prices: readonly ModelPrice[]): CountedUsage {
  const { gateway, outcome } = exit;
  const own = outcome?.usage ?? null;
  if (gateway !== null && tokensOf(gateway.usage) > 0) {
    const named = Object.keys(gateway.models).length > 0;
    // To protect the budget, the gateway may have priced an unknown model as the most expensive one.
    const byTable = named ? costOfModels(gateway.models, prices) : gateway.usage.costUsd;
    if (byTable !== null) return counted(gateway.usage, 'gateway', { cost: byTable, table: true });
    return counted(gateway.usage, 'gateway', { cost: own?.costUsd ?? null, table: false });
  }
  if (own === null) return NO_USAGE;
  if (own.costUsd !== null) return counted(own, 'engine', { cost: own.costUsd, table: false });
  const name = outcome?.model ?? model;
  const cost = name === null ? null : costOf(prices, name, own);
  return counted(own, 'engine', { cost, table: cost !== null });
}

/** Of a stored run, whatever it came to: of those that waited or went on by another engine, all of them. */
export function agentsOf(
  { routine, settings }: Pick<RunSpec, 'routine' | 'settings'>,
  { earlier, agentExit, session }: Pick<RunRecord, 'earlier' | 'agentExit' | 'session'>,
): readonly EndedAgent[] {
  const named = (engine: EngineId, exit: EndedAgent['exit']): EndedAgent => ({
    engine,
    exit,
    model:
      (engine === routine.agent.engine ? routine.agent.model : null) ??
      settings.engines[engine]?.model ??
      null,
  });
  return [
    ...earlier.map(({ engine, exit }) => named(engine, exit)),
    ...(agentExit === null ? [] : [named(session?.engine ?? routine.agent.engine, agentExit)]),
  ];
}

/** What a budget is charged with. A model of unknown price is taken for the dearest that is known, lest it be free. */
export function chargeOf(agents: readonly EndedAgent[], prices: readonly ModelPrice[]): Amount {
  const dearest = dearestPrice(prices);
  return agents
    .map((agent) => usageOfAgent(agent, prices))
    .map((used) => ({ usd: used.costUsd ?? costAt(dearest, used), tokens: tokensOf(used) }))
    .reduce(addAmounts, { usd: 0, tokens: 0 });
}

export function tokensOf({
  inputTokens,
  outputTokens,
}: Pick<Usage, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens + outputTokens;
}

function costOfModels(
  models: Readonly<Record<string, Usage>>,
  prices: readonly ModelPrice[],
): number | null {
  const costs = Object.entries(models).map(([model, used]) => costOf(prices, model, used));
  return costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

function counted(
  { inputTokens, cachedTokens, outputTokens }: Usage,
  source: CountedUsage['source'],
  { cost, table }: { readonly cost: number | null; readonly table: boolean },
): CountedUsage {
  return { inputTokens, cachedTokens, outputTokens, costUsd: cost, source, estimated: table };
}

function together(one: CountedUsage, other: CountedUsage): CountedUsage {
  return {
    ...addUsage(one, other),
    source: one.source === 'gateway' || other.source === 'gateway' ? 'gateway' : 'engine',
    estimated: one.estimated || other.estimated,
  };
}
