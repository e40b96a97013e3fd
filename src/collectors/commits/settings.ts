/** The keys of `commits`. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';

export const settings = z
  .strictObject({
    paths: part.patterns.default([]).describe('Only commits that touch these; empty means all.'),
    max: part
      .count(1, 10_000)
      .default(500)
      .describe('At most this many, newest first; the rest is counted.'),
  })
  .describe('Commits in the window, newest first.');

export type Settings = z.output<typeof settings>;
