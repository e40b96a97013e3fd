/** The key `prices` of roundsman.yaml: what models cost, for estimates and budgets. */
import { z } from 'zod';

import { PRICES_AS_OF } from '../../engines/model-prices.ts';
import * as part from '../../words/schema-parts.ts';

const price = z.strictObject({
  input: part.pricePerMillion.describe('What is sent.').meta({ examples: [3] }),
  cached: part.pricePerMillion
    .optional()
    .describe('What is sent and read from a cache. Default: as `input`.')
    .meta({ examples: [0.3] }),
  output: part.pricePerMillion.describe('What is answered.').meta({ examples: [15] }),
});

export const prices = z
  .record(part.modelPattern, price)
  .default({})
  .describe(
    `US dollars a million tokens, by the name of a model; a \`*\` at the end stands for any rest. They are laid over those that ship (looked up on ${PRICES_AS_OF}). They only count where neither the gateway nor the engine knows the cost, and are marked as estimates; a budget takes a model that stands in neither for the dearest that does.`,
  )
  .meta({
    title: 'a map of models to their prices',
    examples: [{ 'my-model*': { input: 3, cached: 0.3, output: 15 } }],
  });
