/** The keys of `todos`. */
import type { z as Zod } from 'zod';

import type { SchemaTools } from '../kind.ts';

export function settings({ part, z }: SchemaTools) {
  return z
    .strictObject({
      'older-than': part.duration
        .default('30d')
        .describe('Notes at least this old are listed; younger ones are counted.'),
      markers: z
        .array(part.marker)
        .min(1)
        .max(20)
        .default(['TODO', 'FIXME', 'HACK'])
        .describe('The words to look for.'),
      paths: part.patterns.default([]).describe('Where to look; empty means everywhere.'),
      exclude: part.patterns
        .default([])
        .describe('What to leave out, besides what is binary, vendored or generated.'),
    })
    .describe('Notes such as TODO in tracked text files, with age, author and enclosing function.');
}

export type Settings = Zod.output<ReturnType<typeof settings>>;
