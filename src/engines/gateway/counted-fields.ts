/** What an answer of a model cost, for the record of its request. */
import type { GatewayPlan } from '../../words/gateway-plan.ts';
import { costAt, costOf, priceOf } from '../price-of.ts';
import type { AskedBody } from './asked-body.ts';
import type { AnswerCount } from './count-answer.ts';
import type { GatewayEntry } from './fold-record.ts';
import type { Route } from './routes.ts';

export interface CountedRequest {
  readonly route: Route;
  readonly asked: AskedBody;
  readonly plan: Pick<GatewayPlan, 'prices' | 'unknownPrice'>;
}

/** Ends the count. */
export function countedFields(
  count: AnswerCount,
  { route, asked, plan }: CountedRequest,
): Pick<GatewayEntry, 'model' | 'usage' | 'guessed'> {
  const { model, tokens, guessed } = count.end(asked.bytes());
  const requested = route.model ?? asked.model();
  const names = [model, requested].flatMap((name) => name ?? []);
  // What it is called in the answer may be a dated name that no table has.
  const { prices, unknownPrice } = plan;
  const entries = names.flatMap((name) => {
    const entry = priceOf(prices, name);
    return entry === null ? [] : [{ name, isAny: entry.model === '*' }];
  });
  const priced = (entries.find(({ isAny }) => !isAny) ?? entries[0])?.name;
  if (priced !== undefined)
    return {
      model: priced,
      usage: { ...tokens, costUsd: costOf(prices, priced, tokens) },
      guessed,
    };
  const costUsd = unknownPrice === null ? null : costAt(unknownPrice, tokens);
  return { model: model ?? requested, usage: { ...tokens, costUsd }, guessed };
}
