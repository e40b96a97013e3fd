/**
 * What a routine file may hold: the one source of validation, defaults, JSON Schema and reference page.
 *
 * Validation sees a file after every shorthand was spelled out (`expand-shorthands.ts`), so that each problem
 * has one cause; `also` describes those shorthands to editors. Defaults that depend on other values (engine,
 * recipe, zone, timeout, coverage, mode) are named in the descriptions and made in `fill-defaults.ts`.
 */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';
import { agent } from './agent-schema.ts';
import { collectorKeys, listCollectors } from './collector-keys.ts';
import { context } from './context-schema.ts';
import { limits } from './limits-schema.ts';
import { notify } from './notify-schema.ts';
import { outputs } from './outputs-schema.ts';
import { policy } from './policy-schema.ts';
import { triggers } from './trigger-schema.ts';

// What the agent may reach: the key `permissions`.

const permissions = z
  .strictObject({
    env: z
      .array(part.variableName)
      .max(100)
      .default([])
      .describe('Environment variables the agent may see, by name.')
      .meta({ examples: [['ZENDESK_TOKEN']] }),
    network: z
      .strictObject({
        allow: z
          .array(part.networkHost)
          .max(200)
          .default([])
          .describe(
            'Hosts that the agent, the condition, `command` collectors and checks may reach from a sandbox; none at a private address.',
          )
          .meta({ examples: [['api.example.com']] }),
        setup: z
          .array(part.networkHost)
          .max(200)
          .default(['registries'])
          .describe(
            'Hosts that set-up may reach from a sandbox; closed before the agent starts. `registries` are those that npm, yarn, pip, cargo, Go and Ruby are configured for on this machine.',
          ),
      })
      .prefault({})
      .describe(
        'What a sandbox lets through. Below that level the network is open but for what engines close themselves: Codex that of its commands, others their web tools.',
      ),
    read: z
      .array(part.hostPath)
      .max(100)
      .default([])
      .describe('Files and folders of this machine that may be read in a sandbox.')
      .meta({ examples: [['~/.cache/pnpm']] }),
    write: part.patterns
      .default([])
      .describe('The only paths that a branch may change. Without it: all.')
      .meta({ examples: [['src/**']] }),
    'on-denied': z
      .enum(['report', 'fail'])
      .default('report')
      .describe(
        'Whether a run that was denied something (a host, or what the agent reports as a missing permission) has failed for it.',
      ),
  })
  .prefault({})
  .describe('What the agent may reach.');

// The routine's own gate: the key `condition`.

const condition = z
  .strictObject({
    run: part.commandLine
      .describe('The command, run on the base commit before anything else is done.')
      .meta({ examples: ['scripts/has-todos.sh'] }),
    timeout: part.positiveDuration
      .default('30s')
      .describe('Its whole process tree ends after this, and the run has failed.'),
  })
  .nullable()
  .default(null)
  .describe(
    'A command that says whether there is anything to do: exit 0 is go, 10 is nothing to do (the run is skipped), all else is a failure. A command alone stands for `{ run: … }`.',
  )
  .meta({
    title: 'a command on one line, or a map with `run`',
    examples: ['scripts/has-todos.sh'],
    also: ['text'],
  });

const window = z
  .union([
    z.enum(['previous-day', 'previous-week']),
    z.strictObject({
      since: part.windowStart
        .default('last-success')
        .describe(
          'Where the window begins: at the end of the last good run, of the last run, at the deployment before this one, or a fixed stretch ago.',
        ),
      max: part.positiveDuration
        .optional()
        .describe(
          'How far back it may reach; what that cuts off is reported. Default: 7d, none for a fixed stretch.',
        )
        .meta({ examples: ['7d'] }),
    }),
  ])
  .prefault({})
  .describe('Which stretch of time a run looks at: from a start to the moment it was due.')
  .meta({
    title: '`previous-day`, `previous-week`, or a map with `since`',
    examples: ['previous-week'],
  });

const workspace = z
  .strictObject({
    base: part.gitRef
      .nullable()
      .default(null)
      .describe(
        'Where the worktree starts. Without it: the default branch, or its upstream where that has other commits.',
      )
      .meta({ examples: ['main'] }),
    isolation: z
      .enum(['auto', 'sandbox', 'private', 'worktree'])
      .default('auto')
      .describe(
        '`sandbox` closes everything but the run, `private` is a repository of the run’s own, `worktree` a linked worktree; `auto` takes `sandbox` where it works, else `private`.',
      ),
    history: z
      .union([z.enum(['auto', 'borrow', 'copy']), part.count(1, 1_000_000)])
      .default('auto')
      .describe(
        'How much of the past the run can read: every object, the ancestry of its base, or that many commits. `auto` is `borrow`, and `copy` in a sandbox when facts come from outside.',
      )
      .meta({ title: '`auto`, `borrow`, `copy`, or a whole number of commits' }),
    include: part.patterns
      .default([])
      .describe('Untracked files to copy in; never handed back.')
      .meta({ examples: [['.env']] }),
    setup: z
      .array(part.commandLine)
      .max(50)
      .default([])
      .describe('Commands that finish before the agent starts.')
      .meta({ examples: [['npm ci']] }),
    serve: part.commandLine
      .nullable()
      .default(null)
      .describe(
        'A command that shows a branch at work, for `review serve`; it listens on ROUNDSMAN_PORT_1, which is PORT too.',
      )
      .meta({ examples: ['npm start'] }),
    checks: z
      .array(part.commandLine)
      .max(50)
      .default([])
      .describe('Commands run after the agent; their exit codes are recorded.')
      .meta({ examples: [['npm test']] }),
    ports: part
      .count(0, 64)
      .default(0)
      .describe('How many free ports the run gets, as ROUNDSMAN_PORT_1 and so on.'),
    keep: z
      .strictObject({
        success: part.duration.default('1h').describe('After a run that succeeded.'),
        failure: part.duration.default('7d').describe('After a run that failed.'),
        waiting: part.duration.default('30d').describe('While something of it waits for a person.'),
      })
      .prefault({})
      .describe('How long worktrees stay.'),
  })
  .describe('Where the agent works.');

const report = z
  .strictObject({
    template: part.relativePath
      .nullable()
      .default(null)
      .describe('A Handlebars file of the repository. Without it: the one that ships.')
      .meta({ examples: ['reports/templates/sweep.md.hbs'] }),
    require: z
      .array(part.heading)
      .max(50)
      .default(['summary', 'findings'])
      .describe('Headings the agent’s report must answer.'),
    'min-coverage': z
      .record(part.collectorName, z.number().min(0).max(1).meta({ title: 'a number from 0 to 1' }))
      .default({})
      .describe(
        'Share of what a collector found that must have been examined. Default: 1 for each collector.',
      )
      .meta({ title: 'a map of collectors to numbers from 0 to 1', examples: [{ todos: 0.9 }] }),
  })
  .describe('What makes a report valid.');

export const routineSchema = z
  .strictObject({
    name: part.line
      .optional()
      .describe('What people read. Default: the file’s name.')
      .meta({ examples: ['Nightly TODO sweep'] }),
    intent: part.line
      .nullable()
      .default(null)
      .describe('Why the routine exists; shown to the agent and the reviewer.')
      .meta({ examples: ['No TODO older than a month goes unseen'] }),
    owner: part.line
      .nullable()
      .default(null)
      .describe('Who answers for it.')
      .meta({ examples: ['platform-team'] }),
    enabled: z
      .boolean()
      .default(true)
      .describe('`false` keeps the file and never starts it by itself.'),
    on: triggers,
    'runs-on': z
      .array(part.runLabelText)
      .max(10)
      .default([])
      .describe(
        'Labels that a worker of the fleet must have, all of them: `os:linux`, `engine:codex`, `secret:NAME`, or words that it was started with. Without any: every worker.',
      )
      .meta({ title: 'a list of labels', examples: [['os:linux', 'gpu']] }),
    policy: policy.prefault({}),
    condition,
    window,
    collect: z
      .array(
        z.strictObject(collectorKeys()).meta({
          title: `a map with one of ${listCollectors('or')}`,
          also: ['collector'],
        }),
      )
      .max(20)
      .default([])
      .describe(
        'Facts that are gathered before the agent starts. A bare name stands for that collector with its defaults.',
      )
      .meta({ title: 'a list of collectors', examples: [['todos', 'commits']] }),
    agent: agent.prefault({}),
    workspace: workspace.prefault({}),
    permissions,
    'accept-risk': part.line
      .nullable()
      .default(null)
      .describe(
        'Why it may have private data, untrusted input and a way out, all three. Without it, that is a problem.',
      )
      .meta({ examples: ['The tickets are written by our own staff.'] }),
    context,
    report: report.prefault({}),
    outputs: outputs.prefault({}),
    limits: limits.prefault({}),
    notify,
  })
  .describe('One routine: what makes it due, what it collects, who works, and what may come out.');

/** A routine file with every shorthand spelled out and the fixed defaults filled in; keys as written. */
export type WrittenRoutine = z.output<typeof routineSchema>;
