/** The keys of `tickets`. */
import type { z as Zod } from 'zod';

import type { ConnectionKind } from '../../words/connection.ts';
import { MASK_KINDS, TICKET_FIELDS, TICKET_FORMATS, type TicketField } from '../../words/ticket.ts';
import type { SchemaTools, NamedConnection, SettingsBreach } from '../kind.ts';
import type { TicketsRole } from './sources/contract.ts';

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

function fields({ part, z }: SchemaTools) {
  return z
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
}

function urgent({ part, z }: SchemaTools) {
  return z
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
}

function embeddings({ part, outward, z }: SchemaTools) {
  return z
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
}

export function settings(tools: SchemaTools) {
  const { part, outward, z } = tools;
  return z
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
      fields: fields(tools),
      mask: z
        .array(z.enum(MASK_KINDS))
        .max(MASK_KINDS.length)
        .default([...MASK_KINDS])
        .describe(
          'What of customers’ data is blotted out before anybody, also the agent, sees it.',
        ),
      urgent: urgent(tools),
      embeddings: embeddings(tools),
      max: part
        .count(1, 50_000)
        .default(20_000)
        .describe('At most this many tickets a run, the newest; the rest waits and is counted.'),
    })
    .describe('Tickets of the window, and older ones that no run has told yet, grouped by theme.');
}

export type Settings = Zod.output<ReturnType<typeof settings>>;

// What is wrong between the keys of `tickets`, and between them and its connection. Pure.

/** They come from files or from a connection. */
export function sourceBreaches({ path, from }: Settings): readonly SettingsBreach[] {
  if ((path === null) !== (from === null)) return [];
  const both = path !== null;
  return [
    {
      path: both ? ['from'] : [],
      code: both ? 'two-sources' : 'no-source',
      message: both
        ? '`tickets` has both `path` and `from`'
        : '`tickets` says not where they are: neither `path` nor `from` is there',
      hint: both
        ? 'Keep one of the two, or write a second `tickets` of another routine.'
        : 'Write `path: tickets` for files, or `from: NAME` for a connection of roundsman.yaml.',
    },
  ];
}

export function namedConnections(settings: Settings): readonly NamedConnection[] {
  const { path, from, embeddings } = settings;
  return [
    ...(from === null || path !== null
      ? []
      : [
          {
            path: ['from'],
            name: from,
            kinds: 'tickets' as const,
            breaches: (kind: ConnectionKind, tickets: Pick<TicketsRole, 'mapped'> | null) =>
              uselessKeys(settings, kind, tickets?.mapped === true),
          },
        ]),
    ...(embeddings === null
      ? []
      : [{ path: ['embeddings', 'from'], name: embeddings.from, kinds: ['http'] as const }]),
  ];
}

/** What a source knows by itself cannot be told to it. */
function uselessKeys(
  { format, items, fields }: Settings,
  kind: ConnectionKind,
  isMapped: boolean,
): readonly SettingsBreach[] {
  const given = [
    ...(format === 'auto' || (isMapped && format === 'json') ? [] : ['format']),
    ...(items === null || isMapped ? [] : ['items']),
    ...(Object.keys(fields).length === 0 || isMapped ? [] : ['fields']),
  ];
  return given.map((key) => ({
    path: [key],
    code: 'useless-key',
    message: `\`tickets.${key}\` says nothing to a connection of the kind ${kind}`,
    hint: isMapped ? 'Remove it: answers are read as JSON.' : 'Remove it.',
  }));
}
