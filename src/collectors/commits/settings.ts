/** The keys of `commits`. */
import type { z as Zod } from 'zod';

import type { SchemaTools } from '../kind.ts';

export function settings({ part, z }: SchemaTools) {
  return z
    .strictObject({
      paths: part.patterns.default([]).describe('Only commits that touch these; empty means all.'),
      max: part
        .count(1, 10_000)
        .default(500)
        .describe('At most this many, newest first; the rest is counted.'),
    })
    .describe('Commits in the window, newest first.');
}

export type Settings = Zod.output<ReturnType<typeof settings>>;
