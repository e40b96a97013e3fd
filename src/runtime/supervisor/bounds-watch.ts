/**
 * Holds what an agent's stream says it used against its bounds: for engines whose model is reached without a gateway, or
 * that have no bound on turns of their own. An engine that tells what it used only at its end is bounded by its gateway alone.
 *
 * A turn is an answer of the model: each `usage` event that adds to the one before.
 */
import { costAt, dearestPrice, priceOf } from '../../engines/model-prices.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import type { RunBounds } from '../../words/gateway-plan.ts';
import { countWords, formatDollar, type Usage } from '../../words/usage.ts';
import { tokensOf } from '../run-usage.ts';

interface BoundsWatch {
  readonly take: (event: AgentEvent) => void;
  /** Resolves when the agent is to be ended. */
  readonly exceeded: Promise<Exceeded>;
}

export interface Exceeded {
  readonly bound: 'budget' | 'turns';
  /** For people, with figures. */
  readonly reason: string;
}

/** @param onNotice told once when most is used, and when a bound that only warns is passed */
export function watchBounds(
  bounds: RunBounds | undefined,
  onNotice: (text: string) => void,
): BoundsWatch {
  let stop: (exceeded: Exceeded) => void = () => undefined;
  const exceeded = new Promise<Exceeded>((resolve) => (stop = resolve));
  if (bounds === undefined) return { take: () => undefined, exceeded };
  const told = new Set<string>();
  const tellOnce = (key: string, text: string): void => {
    if (!told.has(key)) onNotice(text);
    told.add(key);
  };
  let { model } = bounds;
  let tokens = 0;
  let turns = 0;
  const look = (usage: Usage): void => {
    if (tokensOf(usage) > tokens) turns += 1;
    tokens = tokensOf(usage);
    for (const spent of spentOf(bounds, { usage, model })) {
      const { share, words } = spent;
      if (share < 1) {
        if (share >= spent.warnAt) tellOnce(`${spent.unit}-most`, `the agent has used ${words}`);
      } else if (spent.stops) stop({ bound: 'budget', reason: `the agent used ${words}` });
      else tellOnce(`${spent.unit}-all`, `the agent used ${words}, and continued`);
    }
    if (bounds.maxTurns !== null && turns > bounds.maxTurns)
      stop({ bound: 'turns', reason: turnWords(bounds.maxTurns) });
  };
  return {
    exceeded,
    take: (event) => {
      if (event.kind === 'started') model = event.model ?? model;
      if (event.kind === 'usage') look(event.usage);
    },
  };
}

interface Spent {
  readonly unit: 'usd' | 'tokens';
  /** Of what it may use; 1 is all of it. */
  readonly share: number;
  readonly warnAt: number;
  readonly stops: boolean;
  /** `$2.41 of $3.00: limits.budget.usd-per-run` */
  readonly words: string;
}

function spentOf(
  { budget, because, prices }: RunBounds,
  { usage, model }: { readonly usage: Usage; readonly model: string | null },
): readonly Spent[] {
  if (budget === null) return [];
  const { warnAt, onExceed } = budget;
  const one = (
    unit: Spent['unit'],
    [used, limit]: readonly [number, number | null],
    words: (amount: number) => string,
  ): readonly Spent[] =>
    limit === null
      ? []
      : [
          {
            unit,
            share: limit === 0 ? 1 : used / limit,
            warnAt,
            stops: onExceed === 'stop',
            words: `${words(used)} of ${words(limit)}${because === '' ? '' : `: ${because}`}`,
          },
        ];
  const price = (model === null ? null : priceOf(prices, model)) ?? dearestPrice(prices);
  const usd = usage.costUsd ?? costAt(price, usage);
  return [
    ...one('usd', [usd, budget.usd], formatDollar),
    ...one('tokens', [tokensOf(usage), budget.tokens], (count) => `${countWords(count)} tokens`),
  ];
}

function turnWords(most: number): string {
  return `its model had answered ${most === 1 ? 'once' : `${countWords(most)} times`}, and it continued: agent.max-turns`;
}
