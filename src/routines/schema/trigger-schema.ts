/** What makes a routine due: the key `on`. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';
import { INPUT_TYPES, RUN_OUTCOMES, WEBHOOK_SCHEMES } from '../../words/trigger.ts';

// What a person may, or must, say when a routine is run by hand: the key `on.manual.inputs`.

const input = z
  .strictObject({
    type: z
      .enum(INPUT_TYPES)
      .default('string')
      .describe('What is taken; `choice` takes one of `options`.'),
    description: part.line
      .nullable()
      .default(null)
      .describe('What it is for; shown when it is missing.')
      .meta({ examples: ['The tag to start from'] }),
    required: z
      .boolean()
      .default(false)
      .describe('Without it the routine is not run by hand. Other triggers give no inputs.'),
    default: z
      .union([z.string().max(1000), z.number(), z.boolean()])
      .nullable()
      .default(null)
      .describe('The value when none is given, also for scheduled runs.')
      .meta({ title: 'a value of the type', examples: ['v1.0'] }),
    options: z
      .array(part.inputChoice)
      .max(100)
      .default([])
      .describe('For `type: choice`: what there is to choose from.')
      .meta({ examples: [['fast', 'thorough']] }),
  })
  .meta({ title: 'a type, or a map with `type`', also: ['type'] });

const inputs = z
  .record(part.inputName, input)
  .default({})
  .describe(
    'What may be given with `roundsman run NAME --input key=value`, by name; prompts have it as `{{inputs.NAME}}`. A type alone stands for `{ type: … }`.',
  )
  .meta({
    title: 'a map of names to inputs',
    examples: [{ since: { type: 'string' } }],
  });

const schedule = z
  .strictObject({
    cron: part.cronLine
      .optional()
      .describe(
        'Minute, hour, day of month, month, day of week; or the schedule in words, as below.',
      )
      .meta({ examples: ['0 2 * * 1-5'] }),
    every: part.positiveDuration
      .optional()
      .describe('An interval. One that divides a day counts from local midnight, others from 1970.')
      .meta({ examples: ['6h'] }),
    at: part.localTime
      .optional()
      .describe('Once, at this local time.')
      .meta({ examples: ['2026-12-01T09:00'] }),
    timezone: part.timezone
      .optional()
      .describe('The zone of this schedule. Default: `timezone` of roundsman.yaml.')
      .meta({ examples: ['Europe/Berlin'] }),
  })
  .meta({ title: 'a map with one of `cron`, `every` or `at`' });

const webhook = z
  .strictObject({
    scheme: z
      .enum(WEBHOOK_SCHEMES)
      .default('standard')
      .describe(
        'How deliveries are signed: `standard` is Standard Webhooks, `github` a signature in X-Hub-Signature-256, `gitlab-token` a token in X-Gitlab-Token.',
      ),
    secret: part.environmentSecret
      .describe(
        'Where the secret is: an environment variable of the daemon. The secret itself is never in the file.',
      )
      .meta({ examples: ['env:DEPLOY_HOOK'] }),
  })
  .describe(
    'Due at each delivery to /hooks/NAME of the listener (`hooks.listen` of roundsman.yaml). The variable alone stands for `{ secret: … }`.',
  )
  .meta({
    title: 'a map with `secret`, or env:NAME',
    examples: [{ scheme: 'github', secret: 'env:DEPLOY_HOOK' }],
    also: ['secret'],
  });

const deployment = z
  .strictObject({
    environment: part.environmentName
      .nullable()
      .default(null)
      .describe('Only deployments to it. Without it: to any.')
      .meta({ examples: ['production'] }),
    state: z
      .array(part.deploymentState)
      .min(1)
      .max(20)
      .default(['success'])
      .describe('Only deployments that came to one of these, as the host of the code calls them.')
      .meta({ title: 'a list of states', also: ['text'] }),
    ref: part.gitRef
      .nullable()
      .default(null)
      .describe(
        'A branch or tag that moves to what is deployed; it is watched. Without it: told by webhook or `roundsman emit`.',
      )
      .meta({ examples: ['deployed/production'] }),
  })
  .describe(
    'Due when something was deployed; the run knows what was deployed before and what is now. The name of an environment alone stands for `{ environment: … }`.',
  )
  .meta({
    title: 'the name of an environment, or a map',
    examples: [{ environment: 'production' }],
    also: ['text', 'true'],
  });

const git = z
  .strictObject({
    branches: z
      .array(part.branchPattern)
      .max(100)
      .default([])
      .describe('Due when one of these branches moves; what is there at first does not count.')
      .meta({
        title: 'a list of patterns such as `main`, `release/*` or `origin/main`',
        examples: [['main']],
        also: ['text'],
      }),
    paths: part.patterns
      .default([])
      .describe('A move counts only when it changed one of these files. Without them: any.')
      .meta({
        title: 'a list of paths or glob patterns',
        examples: [['CHANGELOG.md']],
        also: ['text'],
      }),
    tags: z
      .array(part.tagPattern)
      .max(100)
      .default([])
      .describe('Due when one of these tags is made, or moves.')
      .meta({ title: 'a list of patterns such as `v*`', examples: [['v*']], also: ['text'] }),
  })
  .describe('Due when branches or tags of this repository move.')
  .meta({ title: 'a map with `branches` or `tags`', examples: [{ branches: ['main'] }] });

const files = z
  .strictObject({
    paths: z
      .array(part.pattern)
      .min(1)
      .max(200)
      .describe('Files of the checkout; what git ignores is not looked at.')
      .meta({
        title: 'a list of paths or glob patterns',
        examples: [['docs/**']],
        also: ['text'],
      }),
    debounce: part.positiveDuration
      .default('30s')
      .describe('How long it has to be quiet before the changes count, together.'),
  })
  .describe('Due when files of the checkout change. Patterns alone stand for `{ paths: … }`.')
  .meta({
    title: 'patterns, or a map with `paths`',
    examples: [['docs/**']],
    also: ['text', 'texts'],
  });

const routine = z
  .strictObject({
    completed: z
      .array(part.routineName)
      .min(1)
      .max(100)
      .describe('Due when a run of one of these routines has ended.')
      .meta({
        title: 'a list of ids of routines',
        examples: [['release-check']],
        also: ['text'],
      }),
    outcome: z
      .array(z.enum(RUN_OUTCOMES))
      .min(1)
      .max(3)
      .default(['succeeded'])
      .describe(
        'Only when it came to this: `succeeded` is a good end with a valid report, `failed` everything else.',
      )
      .meta({
        title: 'a list of `succeeded`, `failed` or `any`',
        also: ['text'],
      }),
  })
  .describe(
    'Due after other routines. An id, or a list of them, stands for `{ completed: … }`. Routines must not follow each other in a circle.',
  )
  .meta({
    title: 'ids of routines, or a map with `completed`',
    examples: [['release-check']],
    also: ['text', 'texts'],
  });

const manual = z
  .strictObject({ inputs })
  .describe('It may be run by hand; a routine with nothing else runs only then.')
  .meta({ title: 'a map with `inputs`, or true', examples: [true], also: ['true'] });

export const triggers = z
  .strictObject({
    schedule: z
      .array(schedule)
      .min(1)
      .max(50)
      .optional()
      .describe(
        'When the routine is due. A cron line or a schedule in words alone stands for a list with that one.',
      )
      .meta({
        title: 'words such as `daily at 07:00`, a cron line in quotes, or a list of schedules',
        examples: ['weekdays between 01:00 and 04:00'],
        also: ['cron', 'schedule', 'cron-list'],
      }),
    webhook: webhook.optional(),
    deployment: deployment.optional(),
    git: git.optional(),
    files: files.optional(),
    routine: routine.optional(),
    manual: manual.optional(),
  })
  .describe('What makes the routine due. `on: manual` stands for `on: { manual: {} }`.')
  .meta({
    title:
      '`manual`, or a map with `schedule`, `webhook`, `deployment`, `git`, `files`, `routine` or `manual`',
    examples: ['manual'],
    also: ['manual'],
  });
