/** The key `limits` of a routine. */
import { z } from 'zod';

import { engineIds } from '../../engines/registry.ts';
import { RETRY_CAUSES } from '../../words/routine.ts';
import * as part from '../../words/schema-parts.ts';

// The key `limits.budget`, of a routine and of roundsman.yaml.
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
const runBudget = z
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

export const limits = z
  .strictObject({
    timeout: part.positiveDuration
      .optional()
      .describe(
        'The whole process tree of the agent ends after this. Default: 10m for `builtin`, else 30m.',
      )
      .meta({ examples: ['30m'] }),
    'idle-timeout': part.positiveDuration
      .default('10m')
      .describe('The agent is ended when it is silent this long.'),
    budget: runBudget,
    'park-max': part.duration
      .default('6h')
      .describe(
        'How long a run may wait, without a process, until its model’s side takes requests again. `0s`: not at all.',
      ),
    processes: part
      .count(50, 100_000)
      .optional()
      .describe('Processes and threads at once, of the agent or a command. Default: 4096.'),
    memory: part.machineSize
      .optional()
      .describe(
        'Memory of the agent, or of a command, with all that it started. Default: three quarters of the machine’s.',
      ),
    'file-size': part.machineSize
      .optional()
      .describe('No file grows larger than this. Default: 50GB.'),
    disk: part.machineSize
      .optional()
      .describe('What the folder of the run may hold, once this much was written. Default: 50GB.'),
    retry: z
      .strictObject({
        max: part.count(0, 10).default(0).describe('Further attempts.'),
        on: z
          .array(z.enum(RETRY_CAUSES))
          .default(['rate-limit', 'network'])
          .describe('After what.'),
        backoff: z
          .array(part.duration)
          .min(1)
          .max(10)
          .default(['1m', '5m'])
          .describe('How long to wait before each; the last one is used again.'),
      })
      .prefault({})
      .describe(
        'Whether a run that failed is tried again. Never before its processes are known to be dead.',
      ),
  })
  .describe('What a run may use.');
