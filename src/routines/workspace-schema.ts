/** What roundsman.yaml may hold: one source of validation, defaults, JSON Schema and reference page. */
import { z } from 'zod';

import { ENGINE_IDS } from '../domain/routine.ts';
import * as part from './schema-parts.ts';

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
      .enum(ENGINE_IDS)
      .nullable()
      .default(null)
      .describe('The engine of every routine that names none.')
      .meta({ examples: ['builtin'] }),
    reports: z
      .strictObject({
        track: z
          .boolean()
          .default(false)
          .describe('`true` lets git see the copies in `reports/`; else they are ignored.'),
      })
      .prefault({})
      .describe('The copies of reports in the working tree.'),
  })
  .describe('Settings of the whole workspace.');
