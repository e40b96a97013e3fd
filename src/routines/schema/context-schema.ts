/** What a run is told of the workspace: the key `context` of a routine. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';

const reports = z
  .strictObject({
    last: part.count(0, 50).default(3).describe('The newest ones of each; 0 is none.'),
    from: z
      .array(part.routineName)
      .max(20)
      .default(['self'])
      .describe('Whose: ids of routines; `self` is this one.')
      .meta({ examples: [['self', 'release-check']] }),
  })
  .prefault({})
  .describe('Earlier reports.');

const transcripts = z
  .strictObject({
    last: part.positiveDuration
      .default('1d')
      .describe('Of sessions that were active within this time.'),
    'max-tokens': part
      .count(100, 1_000_000)
      .default(4000)
      .describe('Of all of them together; the newest sessions first.'),
  })
  .nullable()
  .default(null)
  .describe('The ends of transcripts of sessions in this workspace, of whichever agent.')
  .meta({ title: 'a map with `last` and `max-tokens`', examples: [{ last: '1d' }] });

export const context = z
  .strictObject({
    reports,
    verdicts: z
      .boolean()
      .default(true)
      .describe('What people decided on findings, requests and branches, with the reasons.'),
    findings: z
      .array(z.enum(['open', 'new', 'known', 'regressed', 'dismissed', 'snoozed', 'resolved']))
      .max(7)
      .default(['open', 'dismissed', 'snoozed'])
      .describe(
        'Earlier findings of the routine in these states; `open` is `new`, `known` and `regressed`. The built-in engine is given all.',
      ),
    branches: z
      .boolean()
      .default(true)
      .describe('Branches of runs that wait, with their files. The built-in engine is given them.'),
    sessions: z
      .boolean()
      .default(true)
      .describe('Sessions of whichever agent that are open in this workspace, and what they do.'),
    items: z
      .enum(['open', 'all', 'none'])
      .default('open')
      .describe('Items of work: those that are open or proposed, all, or none.'),
    decisions: z.boolean().default(true).describe('Decisions that a person approved.'),
    knowledge: z.boolean().default(true).describe('Knowledge that a person approved.'),
    transcripts,
    files: part.patterns
      .default([])
      .describe('Files of the base commit to hand over with the rest; links are not followed.')
      .meta({ examples: [['docs/adr/**']] }),
    'max-tokens': part
      .count(500, 1_000_000)
      .default(20_000)
      .describe(
        'Of all this together; four characters count as one. What is over is cut, least valuable first, and the brief says so. Facts and the prompt are not counted, nor what the built-in engine needs.',
      ),
    tools: z
      .boolean()
      .default(true)
      .describe('Whether an engine that can is offered tools to look all this up while it works.'),
  })
  .prefault({})
  .describe(
    'What the agent is told of the workspace: earlier reports and findings, branches, sessions, items, decisions.',
  );
