/** The key `notify` of a routine: whom it tells of what. */
import { z } from 'zod';

import { OCCASIONS } from '../../words/notify.ts';
import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';

const oneOrMore = z
  .union([outward.mailAddress, z.array(outward.mailAddress).max(50)])
  .transform((given) => (typeof given === 'string' ? [given] : given));

const email = z
  .strictObject({
    to: oneOrMore
      .describe('Who gets it.')
      .meta({ title: 'a mail address, or a list of them', examples: [['team@example.com']] }),
    cc: oneOrMore
      .default([])
      .describe('Who gets a copy.')
      .meta({ title: 'a mail address, or a list of them' }),
    via: outward.connectionName
      .nullable()
      .default(null)
      .describe('An smtp connection of roundsman.yaml. Without it: the only one that there is.')
      .meta({ examples: ['mail'] }),
  })
  .describe('A mail, plain and HTML, with the report in it.');

const webhook = z
  .strictObject({
    via: outward.connectionName
      .optional()
      .describe('A webhook connection of roundsman.yaml.')
      .meta({ examples: ['chat'] }),
    url: outward.secretUrl
      .optional()
      .describe('In place of `via`: where requests go, a public address.')
      .meta({ examples: ['env:SLACK_HOOK'] }),
    secret: outward.credential
      .nullable()
      .default(null)
      .describe('With `url`: where the key is that signs each request.')
      .meta({ examples: ['env:HOOK_SECRET'] }),
    body: part.relativePath
      .optional()
      .describe(
        'With `url`: `json`, `slack`, `teams`, `discord`, `ntfy`, or a Handlebars file of the repository. Default: json.',
      )
      .meta({ examples: ['slack'] }),
  })
  .describe('A request to a webhook.');

const rule = z.strictObject({
  on: z
    .array(z.enum(OCCASIONS))
    .min(1)
    .max(OCCASIONS.length)
    .describe(
      '`always` each run, `report` a report with something in it, `findings-new`, `failure`, `recovered` the first good run after one, `missed` a slot, `waiting` for an answer, `held` proposals, `denied` the agent was denied something, `paused` the routine.',
    ),
  email: email.optional(),
  webhook: webhook.optional(),
  desktop: z
    .literal(true)
    .optional()
    .describe('A notification on the desktop of the user who runs the daemon.'),
  ping: z
    .strictObject({
      url: outward.secretUrl.describe(
        'Asked for with GET; `/fail` is added after what is not good.',
      ),
    })
    .optional()
    .describe('A health check outside.')
    .meta({ examples: [{ url: 'env:HEALTH_URL' }] }),
  file: z
    .strictObject({
      folder: part.hostPath
        .describe('Where Markdown files are put.')
        .meta({ examples: ['~/digests'] }),
    })
    .optional()
    .describe('A file on this machine.'),
  'failure-after': part
    .count(1, 100)
    .default(1)
    .describe('`failure` is told from this many in a row on.'),
  cooldown: part.duration
    .default('0s')
    .describe(
      'No second message for the same occasion within; what is held back is counted in the next.',
    ),
  'quiet-hours': outward.timeSpan
    .nullable()
    .default(null)
    .describe('What falls into these hours of the workspace’s zone waits for their end.')
    .meta({ examples: ['22:00-07:00'] }),
  'gather-at': outward.timeOfDay
    .nullable()
    .default(null)
    .describe(
      'What comes before that time of day goes together, with that of other routines, in one message then.',
    )
    .meta({ examples: ['07:00'] }),
});

export const notify = z
  .array(rule)
  .max(20)
  .default([])
  .describe('Whom it tells of what.')
  .meta({
    title: 'a list of rules',
    examples: [[{ on: ['failure'], email: { to: ['team@example.com'] } }]],
  });

export type WrittenNotify = z.output<typeof notify>;
