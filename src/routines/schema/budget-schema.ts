/** The key `limits.budget`, of a routine and of roundsman.yaml. */
import { z } from 'zod';

import { engineIds } from '../../engines/registry.ts';
import * as part from '../../words/schema-parts.ts';

const perDay = {
  'usd-per-day': part.dollars
    .nullable()
    .default(null)
    .describe('US dollars a day, in the workspace’s zone.')
    .meta({ examples: [10] }),
  'tokens-per-day': part
    .count(1, 1_000_000_000_000)
    .nullable()
    .default(null)
    .describe('Tokens a day, sent and answered together.')
    .meta({ examples: [5_000_000] }),
};

/** Of a routine. */
export const runBudget = z
  .strictObject({
    'usd-per-run': part.dollars
      .nullable()
      .default(null)
      .describe('US dollars a run.')
      .meta({ examples: [3] }),
    'tokens-per-run': part
      .count(1, 1_000_000_000_000)
      .nullable()
      .default(null)
      .describe('Tokens a run.')
      .meta({ examples: [1_000_000] }),
    ...perDay,
    'on-exceed': z
      .enum(['stop', 'warn'])
      .default('stop')
      .describe('`stop` ends the agent and keeps its work; `warn` says so and continues.'),
  })
  .nullable()
  .default(null)
  .describe('What its model may cost. Default: no bound.')
  .meta({ examples: [{ 'usd-per-run': 3 }] });

/** Of all routines together. */
const partOfDay = z.strictObject(perDay);

export const dayBudget = z
  .strictObject({
    ...perDay,
    'per-person': partOfDay
      .nullable()
      .default(null)
      .describe('Of each person, for the runs that they start by hand. Default: no bound.')
      .meta({ examples: [{ 'usd-per-day': 5 }] }),
    engines: z
      .partialRecord(z.enum(engineIds()), partOfDay)
      .default({})
      .describe('Of the runs that begin with an engine, by its name. Default: no bound.')
      .meta({ examples: [{ claude: { 'usd-per-day': 10 } }] }),
  })
  .nullable()
  .default(null)
  .describe('What models may cost, of all routines together. Default: no bound.')
  .meta({ examples: [{ 'usd-per-day': 25 }] });
