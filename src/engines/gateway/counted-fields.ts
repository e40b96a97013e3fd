/** What an answer of a model cost, for the record of its request. */
import { Transform, type Readable } from 'node:stream';

import type { GatewayPlan } from '../../words/gateway-plan.ts';
import { costAt, costOf, priceOf } from '../model-prices.ts';
import type { AnswerCount } from './count-answer.ts';
import type { GatewayEntry } from './gateway-log.ts';
import type { Route } from './routes.ts';
import { scanJson } from './scan-json.ts';

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

// The body of a request on its way to the model: how long it is, and which model it names.

/** What an agent sends, counted on its way. */
export interface AskedBody {
  readonly body: Readable;
  readonly bytes: () => number;
  /** As the request names it; hostile text. */
  readonly model: () => string | null;
  /** Discards the rest. It is still read, or the agent would wait forever to send it. */
  readonly drop: () => void;
}

export function watchBody(from: Readable): AskedBody {
  let bytes = 0;
  let model: string | null = null;
  const scan = scanJson({ model: 'model' }, (_, value) => {
    if (typeof value === 'string') model ??= value;
  });
  const body = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      scan.write(chunk, 0, chunk.length);
      done(null, chunk);
    },
  });
  body.on('error', () => undefined);
  from.pipe(body);
  const drop = (): void => {
    if (!body.writableFinished) {
      from.unpipe(body);
      body.destroy(new Error('the rest of the body is discarded'));
    }
    from.resume();
  };
  return { body, bytes: () => bytes, model: () => model, drop };
}
