/** When slots may start, and what happens to those that may not: the key `policy`. */
import { z } from 'zod';

import { MISFIRES, OVERLAPS } from '../../words/policy.ts';
import * as part from '../../words/schema-parts.ts';

const concurrency = z
  .strictObject({
    group: part.groupName
      .describe('Routines that name the same group share its places.')
      .meta({ examples: ['tracker-writers'] }),
    max: part
      .count(1, 1000)
      .default(1)
      .describe('At most this many runs of the group at once; the smallest of all that name it.'),
  })
  .nullable()
  .default(null)
  .describe('Places shared with other routines. A name alone stands for that group with one place.')
  .meta({
    title: 'the name of a group, or a map with `group` and `max`',
    examples: ['tracker-writers'],
    also: ['text'],
  });

export const policy = z
  .strictObject({
    overlap: z
      .enum(OVERLAPS)
      .optional()
      .describe(
        'What a slot does while a run of the routine continues: `skip` it, keep one waiting (`buffer-one`), keep them all waiting (`buffer-all`), end the run kindly (`cancel-other`) or at once (`terminate-other`), or run beside it (`allow-all`). Default: `skip`; with `on.deployment`, `buffer-all`, so that each deployment is checked.',
      ),
    misfire: z
      .enum(MISFIRES)
      .default('run-once')
      .describe(
        'What to do with slots missed while no daemon ran: skip all, run once for all of them, or run each.',
      ),
    'starting-deadline': part.positiveDuration
      .optional()
      .describe(
        'Slots older than this are recorded as missed. Default: 12h; with `every` under 1h, that interval.',
      )
      .meta({ examples: ['12h'] }),
    jitter: part.duration
      .default('0s')
      .describe(
        'A slot starts up to this much later, always the same for the same slot; never past the next one.',
      ),
    cooldown: part.duration
      .default('0s')
      .describe('Slots within this time of the last start are skipped.'),
    'pause-after-failures': z
      .union([part.count(1, 1000), z.literal(false)])
      .nullable()
      .default(5)
      .describe(
        'After this many runs in a row that did not go well nothing starts by itself until `roundsman resume`; `false` is never.',
      )
      .meta({ title: 'a whole number from 1 to 1000, or false' }),
    until: part.localEnd
      .nullable()
      .default(null)
      .describe(
        'The last moment at which a slot may be due, in the zone of the routine’s first schedule; a date counts to its end.',
      )
      .meta({ examples: ['2026-12-31'] }),
    touches: part.patterns
      .default([])
      .describe(
        'What its runs are likely to change: two runs whose patterns meet are not started together.',
      )
      .meta({ examples: [['src/billing/**']] }),
    concurrency,
  })
  .describe('When a slot may start, and what becomes of one that may not.');
