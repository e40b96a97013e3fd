/** The settings of each collector. */
import { z } from 'zod';

import * as part from './schema-parts.ts';

export const todos = z
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

export const commits = z
  .strictObject({
    paths: part.patterns.default([]).describe('Only commits that touch these; empty means all.'),
    max: part
      .count(1, 10_000)
      .default(500)
      .describe('At most this many, newest first; the rest is counted.'),
  })
  .describe('Commits in the window, newest first.');

export const command = z
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
