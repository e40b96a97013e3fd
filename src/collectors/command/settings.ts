/** The keys of `command`. */
import type { z as Zod } from 'zod';

import type { SchemaTools } from '../kind.ts';

export function settings({ part, z }: SchemaTools) {
  return z
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
        .describe(
          'How its output is read: a fact a line, one JSON list, or one JSON value a line.',
        ),
      timeout: part.positiveDuration.default('5m').describe('The program is ended after this.'),
    })
    .describe('What a program of yours prints.');
}

export type Settings = Zod.output<ReturnType<typeof settings>>;
