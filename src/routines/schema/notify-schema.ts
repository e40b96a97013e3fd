/** The key `notify` of a routine: whom it tells of what. */
import { z } from 'zod';

import { notifyForms } from '../../connectors/registry.ts';
import { OCCASIONS } from '../../words/notify.ts';
import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';
import { TOOLS } from './collector-keys.ts';

/** One for each way that messages go. */
function targetKeys(): Record<string, z.ZodOptional<z.ZodType>> {
  return Object.fromEntries(notifyForms().map((one) => [one.key, one.settings(TOOLS).optional()]));
}

const rule = z.strictObject({
  on: z
    .array(z.enum(OCCASIONS))
    .min(1)
    .max(OCCASIONS.length)
    .describe(
      '`always` each run, `report` a report with something in it, `findings-new`, `failure`, `recovered` the first good run after one, `missed` a slot, `waiting` for an answer, `held` proposals, `denied` the agent was denied something, `paused` the routine.',
    ),
  ...targetKeys(),
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
