/** The settings of each collector. */
import { z } from 'zod';

import { CHANGELOG_FORMS } from '../../words/changelog.ts';
import { MASK_KINDS, TICKET_FIELDS, TICKET_FORMATS, type TicketField } from '../../words/ticket.ts';
import * as outward from '../outward-parts.ts';
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

/** What each part of a ticket is, for the reference page. */
const FIELD_WORDS: Readonly<Record<TicketField, string>> = {
  id: 'What the source knows the ticket by.',
  title: 'One line.',
  body: 'The text.',
  'created-at': 'When it came in.',
  author: 'Who wrote it.',
  labels: 'A list, or words with commas.',
  url: 'Where a person opens it.',
};

const fields = z
  .strictObject(
    Object.fromEntries(
      TICKET_FIELDS.map((name) => [name, part.dottedPath.optional().describe(FIELD_WORDS[name])]),
    ),
  )
  .prefault({})
  .describe(
    'Where a record keeps each part, as a dotted path. What is not named is found by usual names.',
  )
  .meta({ examples: [{ id: 'key', body: 'fields.description' }] });

const urgent = z
  .strictObject({
    words: part.phrases
      .default([])
      .describe('Words and phrases that make a ticket urgent, in its text or as its label.')
      .meta({ examples: [['chargeback', 'line stopped']] }),
    except: part.phrases
      .default([])
      .describe('Words and phrases that never do, though they usually would.')
      .meta({ examples: [['power outage']] }),
  })
  .prefault({})
  .describe(
    'What makes a ticket urgent, besides theft, loss, fraud, lock-outs, data loss, legal steps, security, outages and lost money.',
  );

const embeddings = z
  .strictObject({
    from: outward.connectionName
      .describe('An http connection of roundsman.yaml; its `url` is that of the API, with `/v1`.')
      .meta({ examples: ['vectors'] }),
    model: part.modelName
      .describe('The model, as the endpoint calls it.')
      .meta({ examples: ['nomic-embed-text'] }),
  })
  .nullable()
  .default(null)
  .describe(
    'Groups by meaning besides words: an OpenAI-compatible `/v1/embeddings`, such as Ollama or LM Studio on this machine. Masked titles and texts are sent there. Without it nothing is.',
  );

export const tickets = z
  .strictObject({
    path: part.outsidePath
      .nullable()
      .default(null)
      .describe('A file or a folder: relative to the repository, absolute, or under `~/`.')
      .meta({ examples: ['tickets'] }),
    from: outward.connectionName
      .nullable()
      .default(null)
      .describe(
        'In place of `path`: a github, imap or http connection of roundsman.yaml. It is asked for what changed since the last good run, a bit further back; what was told comes once. docs/connections-recipes.md has recipes.',
      )
      .meta({ examples: ['support'] }),
    format: z
      .enum(['auto', ...TICKET_FORMATS])
      .default('auto')
      .describe('How files are read; `auto` goes by their endings.'),
    items: part.dottedPath
      .nullable()
      .default(null)
      .describe(
        'Where a JSON document, or an answer, keeps its list. Without it: the list that is there.',
      )
      .meta({ examples: ['data.issues'] }),
    fields,
    mask: z
      .array(z.enum(MASK_KINDS))
      .max(MASK_KINDS.length)
      .default([...MASK_KINDS])
      .describe('What of customers’ data is blotted out before anybody, also the agent, sees it.'),
    urgent,
    embeddings,
    max: part
      .count(1, 50_000)
      .default(20_000)
      .describe('At most this many tickets a run, the newest; the rest waits and is counted.'),
  })
  .describe('Tickets of the window, and older ones that no run has told yet, grouped by theme.');

export const releaseNotes = z
  .strictObject({
    path: part.relativePath
      .nullable()
      .default(null)
      .describe('The release notes. Without it: found by usual names, such as CHANGELOG.md.')
      .meta({ examples: ['CHANGELOG.md'] }),
    form: z
      .enum(['auto', ...CHANGELOG_FORMS])
      .default('auto')
      .describe('How they are written; `auto` looks.'),
    from: part.gitRef
      .nullable()
      .default(null)
      .describe('The release before. Without it: the last release tag before `to`.')
      .meta({ examples: ['v1.2.0'] }),
    to: part.gitRef
      .nullable()
      .default(null)
      .describe('The release that is checked. Without it: the base of the run.')
      .meta({ examples: ['v1.3.0'] }),
    deployed: part.gitRef
      .nullable()
      .default(null)
      .describe('A branch or tag that moves to what is deployed: each move is checked once.')
      .meta({ examples: ['deploy/production'] }),
    tags: part.tagPattern
      .default('*')
      .describe('Which tags name releases.')
      .meta({ examples: ['v*'] }),
    types: z
      .array(part.commitType)
      .max(50)
      .default(['feat', 'fix', 'perf', 'revert', 'security', 'deprecate', 'remove'])
      .describe('Types of Conventional Commits that users notice.'),
    exclude: part.patterns
      .default([])
      .describe('Paths whose changes no user notices, besides tests, docs and build files.'),
  })
  .describe('Entries of release notes against the commits that make them true.');

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
