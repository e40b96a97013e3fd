/** The keys of `command`. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';

export const settings = z
  .strictObject({
    name: part.collectorName
      .default('command')
      .describe('Names the file of facts: `facts/<name>.json`.'),
    run: part.argv
      .min(1)
      .describe('The program and its arguments, run in the worktree.')
      .meta({ examples: [['node', 'tools/open-incidents.mjs']] }),
    format: z
      .enum(['lines', 'json', 'jsonl'])
      .default('lines')
      .describe('How its output is read: a fact a line, one JSON list, or one JSON value a line.'),
    timeout: part.positiveDuration.default('5m').describe('The program is ended after this.'),
  })
  .describe('What a program of yours prints.');

export type Settings = z.output<typeof settings>;
