/** What makes a routine due: the key `on`. */
import { z } from 'zod';

import * as part from './schema-parts.ts';

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
    manual: z
      .strictObject({})
      .optional()
      .describe('It may be run by hand; a routine with nothing else runs only then.')
      .meta({ title: 'an empty map `{}`, or true', examples: [true], also: ['true'] }),
  })
  .describe('What makes the routine due. `on: manual` stands for `on: { manual: {} }`.')
  .meta({
    title: '`manual`, or a map with `schedule` or `manual`',
    examples: ['manual'],
    also: ['manual'],
  });
