/** What roundsman.yaml may hold: one source of validation, defaults, JSON Schema and reference page. */
import { z } from 'zod';

import { PRICES_AS_OF } from '../../engines/model-prices.ts';
import { engineIds, sessionEngines } from '../../engines/registry.ts';
import { LAND_METHODS } from '../../words/review/landing.ts';
import * as part from '../../words/schema-parts.ts';
import { DEFAULT_REVIEW } from '../definition-context.ts';
import { connections } from './connections-schema.ts';
import { engines } from './engines-schema.ts';
import { dayBudget } from './limits-schema.ts';
import { pagePeople } from './people-schema.ts';

// `review` in roundsman.yaml: how branches are looked at and landed.

const judge = z
  .strictObject({
    engine: z
      .enum(engineIds())
      .describe('Which engine looks. It reads only, in a run of its own.')
      .meta({ examples: ['codex'] }),
    model: part.modelName
      .nullable()
      .default(null)
      .describe('Its model. Default: that of `engines`, else the engine’s own.'),
    command: part.argv
      .default([])
      .describe('The program and its arguments, for the engines `command` and `acp`.')
      .meta({ examples: [['node', 'tools/judge.mjs']] }),
    criteria: z
      .array(part.line)
      .max(20)
      .default([])
      .describe('What a branch is held against, besides the intent of its routine.')
      .meta({ examples: [['No new dependency without a reason in the commit message']] }),
  })
  .nullable()
  .default(null)
  .describe(
    'An engine that is asked for its opinion of a branch (`review judge`). It never lands anything.',
  );

const review = z
  .strictObject({
    land: z
      .enum(LAND_METHODS)
      .default(DEFAULT_REVIEW.land)
      .describe('How branches land: as a merge commit, as one commit, or commit by commit.'),
    checks: z
      .array(part.commandLine)
      .max(50)
      .default([])
      .describe(
        'Commands that all branches of a group together must pass. Without any: the checks of the routines whose branches are in it.',
      )
      .meta({ examples: [['npm test']] }),
    judge,
    'large-lines': part
      .count(1, 1_000_000)
      .default(DEFAULT_REVIEW.largeLines)
      .describe('A branch that changes more lines than this is said to be large.'),
    editor: part.line
      .nullable()
      .default(null)
      .describe(
        'The editor of `review open`, a program and its words, where neither VISUAL nor EDITOR names one.',
      )
      .meta({ examples: ['code --reuse-window'] }),
  })
  .prefault({})
  .describe('How branches are reviewed and landed.');

// The key `prices` of roundsman.yaml: what models cost, for estimates and budgets.

const price = z.strictObject({
  input: part.pricePerMillion.describe('What is sent.').meta({ examples: [3] }),
  cached: part.pricePerMillion
    .optional()
    .describe('What is sent and read from a cache. Default: as `input`.')
    .meta({ examples: [0.3] }),
  output: part.pricePerMillion.describe('What is answered.').meta({ examples: [15] }),
});

const prices = z
  .record(part.modelPattern, price)
  .default({})
  .describe(
    `US dollars a million tokens, by the name of a model; a \`*\` at the end stands for any rest. They are laid over those that ship (looked up on ${PRICES_AS_OF}). They only count where neither the gateway nor the engine knows the cost, and are marked as estimates; a budget takes a model that stands in neither for the dearest that does.`,
  )
  .meta({
    title: 'a map of models to their prices',
    examples: [{ 'my-model*': { input: 3, cached: 0.3, output: 15 } }],
  });

export const workspaceSchema = z
  .strictObject({
    name: part.line
      .optional()
      .describe('What people read. Default: the name of the folder.')
      .meta({ examples: ['billing-service'] }),
    timezone: part.timezone
      .optional()
      .describe('The zone of schedules and dates. Default: the zone of this machine.')
      .meta({ examples: ['Europe/Berlin'] }),
    engine: z
      .enum(engineIds())
      .nullable()
      .default(null)
      .describe('The engine of every routine that names none.')
      .meta({ examples: ['builtin'] }),
    engines,
    connections,
    prices,
    sessions: z
      .strictObject({
        off: z
          .array(z.enum(sessionEngines()))
          .max(sessionEngines().length)
          .default([])
          .describe(
            'Engines whose sessions on this machine are not looked at: neither listed nor told to any run. `roundsman` stands for runs.',
          )
          .meta({ examples: [['gemini']] }),
      })
      .prefault({})
      .describe('The sessions of agents on this machine.'),
    store: part.storeAddress
      .nullable()
      .default(null)
      .describe(
        'The environment variable with the address of a PostgreSQL database for the records, `postgres://…`. `roundsman fleet move` takes them there. Default: files of this machine.',
      )
      .meta({ examples: ['env:ROUNDSMAN_STORE'] }),
    reports: z
      .strictObject({
        track: z
          .boolean()
          .default(false)
          .describe('`true` lets git see the copies in `reports/`; else they are ignored.'),
      })
      .prefault({})
      .describe('The copies of reports in the working tree.'),
    definitions: z
      .strictObject({
        ref: part.gitRef
          .nullable()
          .default(null)
          .describe(
            'The branch or tag whose routines the daemon runs. Without it: the default branch. What is only in the working tree is not run until `roundsman enable`.',
          )
          .meta({ examples: ['main'] }),
      })
      .prefault({})
      .describe('Which definitions the daemon runs.'),
    limits: z
      .strictObject({
        'max-running': part
          .count(1, 1000)
          .nullable()
          .default(null)
          .describe(
            'Runs at once, of all routines; the others wait. Default: one a core of this machine, at most 4.',
          )
          .meta({ examples: [2] }),
        'disk-floor': part.diskSize
          .default('500MB')
          .describe(
            'No run starts with less free space than this on the disk of the state folder, and an agent is ended at half of it, its work kept. `0B` looks at nothing.',
          ),
        budget: dayBudget,
      })
      .prefault({})
      .describe('What the daemon and runs may use.'),
    workspace: z
      .strictObject({
        spares: part
          .count(0, 16)
          .default(1)
          .describe(
            'Worktrees that the daemon makes ready while no run is going on, so that the next run starts sooner. They are kept while something is due within the hour or a run ended within it, and take the room of a checkout each. `0` makes none.',
          )
          .meta({ examples: [2] }),
      })
      .prefault({})
      .describe('The worktrees of runs.'),
    hooks: z
      .strictObject({
        listen: part.hostAndPort
          .nullable()
          .default(null)
          .describe(
            'Where webhooks are taken in. Without it: nowhere. Port 0 takes any that is free.',
          )
          .meta({ examples: ['127.0.0.1:8787'] }),
        public: z
          .boolean()
          .default(false)
          .describe(
            '`true` lets `listen` be an address that other machines reach. A proxy with TLS before a loopback address is safer.',
          ),
      })
      .prefault({})
      .describe('The listener for `on.webhook`.'),
    page: z
      .strictObject({
        listen: z
          .union([z.enum(['auto', 'off']), part.hostAndPort])
          .nullable()
          .default('auto')
          .describe(
            'Where the page is served while the daemon runs: `auto` is 127.0.0.1, at a port of its own for each workspace; `off` is nowhere. An address that other machines reach needs `token` or `people`.',
          )
          .meta({
            title: 'auto, off, or an address with a port, such as 127.0.0.1:8800',
            examples: ['127.0.0.1:8800'],
          }),
        hosts: z
          .array(part.hostName)
          .max(20)
          .default([])
          .describe(
            'Names besides the address itself under which browsers ask for it, as a proxy gives them on.',
          )
          .meta({ examples: [['roundsman.example']] }),
        token: part.environmentSecret
          .nullable()
          .default(null)
          .describe(
            'Where a token is that logs in beside the links of `roundsman page`: a variable of the daemon with 24 characters or more.',
          )
          .meta({ examples: ['env:ROUNDSMAN_PAGE_TOKEN'] }),
        people: pagePeople,
      })
      .prefault({})
      .describe('The page for review in a browser.'),
    heartbeat: z
      .strictObject({
        url: part.heartbeatUrl
          .nullable()
          .default(null)
          .describe(
            'Asked for with GET as long as the daemon is well, so that a monitor notices when it is not.',
          )
          .meta({ examples: ['env:HEARTBEAT_URL'] }),
        every: part.positiveDuration.default('1m').describe('How often.'),
      })
      .prefault({})
      .describe('A sign of life to a monitor outside.'),
    slots: z
      .strictObject({
        keep: part.positiveDuration
          .default('400d')
          .describe('How long it is remembered what became of a slot.'),
      })
      .prefault({})
      .describe('The records of due slots.'),
    keep: z
      .strictObject({
        disk: part.diskSize
          .default('10GB')
          .describe(
            'What runs may leave on the disk, all together. Above it worktrees go before their time, those of good runs first; work that was not handed back never does. `0B` sets no ceiling.',
          )
          .meta({ examples: ['50GB'] }),
        archives: part.positiveDuration
          .default('90d')
          .describe('How long the archive stays of work that was discarded.'),
      })
      .prefault({})
      .describe('What is kept of what runs leave. How long a worktree is kept, each routine says.'),
    review,
  })
  .describe('Settings of the whole workspace.');

/** roundsman.yaml with its fixed defaults filled in; keys as written. */
export type WrittenWorkspace = z.output<typeof workspaceSchema>;
