/** The key `outputs` of a routine: the outbox. */
import { z } from 'zod';

import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';

const mode = z.enum(['review', 'auto', 'staged']);

const modeOf = (what: string) =>
  mode
    .optional()
    .describe(`The mode for ${what} alone. Default: \`outputs.mode\`.`)
    .meta({ examples: ['review'] });

const branch = z
  .strictObject({
    protected: part.patterns
      .default(['.github/**', 'routines/**', 'roundsman.yaml', '.worktreeinclude'])
      .describe('Paths that no branch of this routine may touch.'),
    'max-files': part
      .count(1, 100_000)
      .default(50)
      .describe('More changed files than this are refused.'),
    'max-bytes': part.byteSize
      .default('1MB')
      .describe(
        'A branch that adds more bytes is refused: new files count whole, changed ones by their new lines.',
      ),
  })
  .prefault({})
  .describe('Limits of the branch that a run leaves.');

const labels = z
  .array(outward.label)
  .max(20)
  .default([])
  .describe('Labels that it gets, made there where they are missing.')
  .meta({ examples: [['roundsman']] });

const fileItem = z
  .strictObject({
    mode: modeOf('items'),
    tracker: outward.connectionName
      .default('local')
      .describe('Where items are filed: `local`, or a github connection of roundsman.yaml.'),
    max: part.count(1, 500).default(5).describe('At most this many a run.'),
    'max-open': part.count(1, 10_000).default(20).describe('None while this many are open.'),
    labels,
    expires: part.positiveDuration
      .nullable()
      .default(null)
      .describe('An issue that no person touched for that long is closed, with the reason.')
      .meta({ examples: ['90d'] }),
  })
  .nullable()
  .default(null)
  .describe('Lets the agent propose items of work. Without it, such requests are refused.')
  .meta({ examples: [{ max: 5 }] });

const few = (what: string, most: number) =>
  z
    .strictObject({
      mode: modeOf(what),
      max: part.count(1, 100).default(most).describe('At most this many a run.'),
    })
    .nullable()
    .default(null);

const push = z
  .strictObject({
    mode: modeOf('pushes'),
    remote: z.enum(['origin']).default('origin').describe('Where branches are pushed to.'),
    max: part.count(1, 10).default(1).describe('At most this many a run.'),
  })
  .nullable()
  .default(null)
  .describe(
    'Lets the agent propose to push the branch of its run, under a name that is not there yet. Without it, such requests are refused.',
  )
  .meta({ examples: [{ remote: 'origin' }] });

const pullRequest = z
  .strictObject({
    mode: modeOf('pull requests'),
    via: outward.connectionName
      .nullable()
      .default(null)
      .describe(
        'A github or gitlab connection of roundsman.yaml. Without it: the only one that there is.',
      )
      .meta({ examples: ['github'] }),
    remote: z.enum(['origin']).default('origin').describe('Where its branch is pushed to.'),
    base: part.gitRef
      .nullable()
      .default(null)
      .describe('Its target branch. Default: the default branch there.')
      .meta({ examples: ['main'] }),
    draft: z.boolean().default(true).describe('Whether it is opened as a draft.'),
    labels,
    reviewers: z
      .array(part.line)
      .max(15)
      .default([])
      .describe('Log-ins that are asked for a review.')
      .meta({ examples: [['octocat']] }),
    max: part.count(1, 10).default(1).describe('At most this many a run.'),
    'max-open': part.count(1, 100).default(3).describe('None while this many are open.'),
    follow: z
      .strictObject({
        on: z
          .array(z.enum(['checks', 'reviews']))
          .min(1)
          .max(2)
          .default(['checks', 'reviews'])
          .describe('Failed checks; reviews and comments of people who may write there.'),
        max: part
          .count(1, 20)
          .default(3)
          .describe('At most this many further runs a pull request.'),
      })
      .nullable()
      .default(null)
      .describe('Has the same session continue where checks fail or people ask for changes.')
      .meta({ examples: [{ max: 3 }] }),
  })
  .nullable()
  .default(null)
  .describe(
    'Lets the agent propose a pull request (merge request) of its branch. Nothing is ever merged by itself.',
  )
  .meta({ examples: [{ draft: true }] });

export const outputs = z
  .strictObject({
    mode: mode
      .default('review')
      .describe(
        '`review` holds requests until a person approves, `auto` applies them, `staged` shows them and never applies.',
      ),
    branch,
    'file-item': fileItem,
    comment: few('comments', 3)
      .describe('Lets the agent propose comments on items. Without it, such requests are refused.')
      .meta({ examples: [{ max: 3 }] }),
    'update-item': few('updates', 5)
      .describe(
        'Lets the agent propose another title or text of items. Without it, such requests are refused.',
      )
      .meta({ examples: [{ max: 5 }] }),
    'close-item': few('closings', 5)
      .describe('Lets the agent propose to close items. Without it, such requests are refused.')
      .meta({ examples: [{ max: 5 }] }),
    push,
    'pull-request': pullRequest,
  })
  .describe('What may come out of a run. Nothing outside happens that is not listed here.');
