/** `review` in roundsman.yaml: how branches are looked at and landed. */
import { z } from 'zod';

import { engineIds } from '../../engines/registry.ts';
import { LAND_METHODS } from '../../words/review/landing.ts';
import * as part from '../../words/schema-parts.ts';
import { DEFAULT_REVIEW } from '../review-settings.ts';

const judge = z
  .strictObject({
    engine: z
      .enum(engineIds())
      .describe('Which engine looks. It reads only, in a run of its own.')
      .meta({ examples: ['codex'] }),
    model: part.modelName
      .nullable()
      .default(null)
      .describe('Its model. Default: that of `engines`, else the engine’s own.'),
    command: part.argv
      .default([])
      .describe('The program and its arguments, for the engines `command` and `acp`.')
      .meta({ examples: [['node', 'tools/judge.mjs']] }),
    criteria: z
      .array(part.line)
      .max(20)
      .default([])
      .describe('What a branch is held against, besides the intent of its routine.')
      .meta({ examples: [['No new dependency without a reason in the commit message']] }),
  })
  .nullable()
  .default(null)
  .describe(
    'An engine that is asked for its opinion of a branch (`review judge`). It never lands anything.',
  );

export const review = z
  .strictObject({
    land: z
      .enum(LAND_METHODS)
      .default(DEFAULT_REVIEW.land)
      .describe('How branches land: as a merge commit, as one commit, or commit by commit.'),
    checks: z
      .array(part.commandLine)
      .max(50)
      .default([])
      .describe(
        'Commands that all branches of a group together must pass. Without any: the checks of the routines whose branches are in it.',
      )
      .meta({ examples: [['npm test']] }),
    judge,
    'large-lines': part
      .count(1, 1_000_000)
      .default(DEFAULT_REVIEW.largeLines)
      .describe('A branch that changes more lines than this is said to be large.'),
    editor: part.line
      .nullable()
      .default(null)
      .describe(
        'The editor of `review open`, a program and its words, where neither VISUAL nor EDITOR names one.',
      )
      .meta({ examples: ['code --reuse-window'] }),
  })
  .prefault({})
  .describe('How branches are reviewed and landed.');
