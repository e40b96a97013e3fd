/** The key `connections` of roundsman.yaml: the world outside, by name. */
import { z } from 'zod';

import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';

const core = {
  private: z
    .boolean()
    .default(false)
    .describe(
      '`true` lets it be at an address of this machine or of a private network. Without it such addresses are refused.',
    ),
  ca: part.hostPath
    .nullable()
    .default(null)
    .describe(
      'A PEM file of the authority that signed its certificate, besides those of the system.',
    )
    .meta({ examples: ['/etc/ssl/company.pem'] }),
};

const token = outward.credential
  .nullable()
  .default(null)
  .describe('Where its token is.')
  .meta({ examples: ['env:GITHUB_TOKEN'] });

const github = z
  .strictObject({
    kind: z.literal('github'),
    repository: outward.repositoryName
      .nullable()
      .default(null)
      .describe('Owner and name. Without it: that of the remote `origin`.')
      .meta({ examples: ['acme/billing'] }),
    api: outward.webUrl
      .default('https://api.github.com')
      .describe('Base URL; of GitHub Enterprise Server `https://HOST/api/v3`.'),
    token,
    tickets: z
      .strictObject({
        from: z
          .array(z.enum(['issues', 'discussions']))
          .min(1)
          .max(2)
          .default(['issues'])
          .describe('What counts as a ticket. Pull requests never do.'),
        labels: z
          .array(outward.label)
          .max(20)
          .default([])
          .describe('Only those with all of these.')
          .meta({ examples: [['bug']] }),
      })
      .prefault({})
      .describe('Which tickets `collect: [{ tickets: { from: NAME } }]` reads.'),
    ...core,
  })
  .describe('A repository on GitHub: tickets, items, pull requests.');

const gitlab = z
  .strictObject({
    kind: z.literal('gitlab'),
    project: outward.repositoryName
      .nullable()
      .default(null)
      .describe('Group and name. Without it: that of the remote `origin`.')
      .meta({ examples: ['acme/billing'] }),
    api: outward.webUrl.default('https://gitlab.com/api/v4').describe('Base URL of its API.'),
    token,
    ...core,
  })
  .describe('A project on GitLab: merge requests.');

const security = z
  .enum(['tls', 'starttls', 'none'])
  .default('tls')
  .describe(
    '`tls` from the first byte, `starttls` or nothing at all, `none` in the clear, which only an address of this machine may have.',
  );

const port = part
  .count(1, 65_535)
  .nullable()
  .default(null)
  .describe('Default: the usual one of its security.');

const imap = z
  .strictObject({
    kind: z.literal('imap'),
    host: outward.serverHost.describe('The server.').meta({ examples: ['imap.example.com'] }),
    port,
    security,
    user: part.line.describe('The log-in.').meta({ examples: ['support@example.com'] }),
    password: outward.credential
      .describe('Where its password is.')
      .meta({ examples: ['env:IMAP_PASSWORD'] }),
    folder: part.line.default('INBOX').describe('The mailbox. It is read and never changed.'),
    ...core,
  })
  .describe('A mailbox: tickets.');

const smtp = z
  .strictObject({
    kind: z.literal('smtp'),
    host: outward.serverHost.describe('The server.').meta({ examples: ['smtp.example.com'] }),
    port,
    security,
    user: part.line
      .nullable()
      .default(null)
      .describe('The log-in. Without it: none.')
      .meta({ examples: ['roundsman'] }),
    password: outward.credential
      .nullable()
      .default(null)
      .describe('Where its password is.')
      .meta({ examples: ['file:~/.config/roundsman/smtp'] }),
    from: outward.mailAddress
      .describe('Who sends.')
      .meta({ examples: ['Roundsman <roundsman@example.com>'] }),
    'reply-to': outward.mailAddress
      .nullable()
      .default(null)
      .describe('Who is answered.')
      .meta({ examples: ['team@example.com'] }),
    ...core,
  })
  .describe('A mail server: messages.');

const pages = z
  .union([
    z.enum(['none', 'link']),
    z.strictObject({ url: part.dottedPath, last: part.dottedPath.nullable().default(null) }),
    z.strictObject({
      cursor: part.dottedPath,
      parameter: part.line,
      more: part.dottedPath.nullable().default(null),
      last: part.dottedPath.nullable().default(null),
    }),
    z.strictObject({
      parameter: part.line,
      first: part.count(0, 1_000_000).default(1),
      step: part.count(1, 10_000).default(1),
      size: part.count(1, 10_000),
    }),
  ])
  .default('none')
  .describe(
    'How it continues: `link` follows the header Link, `url` the address at a path of the answer, `cursor` gives the mark at a path back as a parameter, `parameter` counts. `more` and `last` are paths at which the answer says whether there is more, or that this was all.',
  )
  .meta({
    title:
      '`none`, `link`, `{ url: PATH }`, `{ cursor: PATH, parameter: NAME }` or `{ parameter: NAME, size: N }`',
    examples: ['link'],
  });

const http = z
  .strictObject({
    kind: z.literal('http'),
    url: outward.webUrl
      .describe('What is asked for.')
      .meta({ examples: ['https://example.zendesk.com/api/v2/incremental/tickets/cursor.json'] }),
    method: z.enum(['GET', 'POST']).default('GET').describe('How.'),
    token,
    headers: z
      .record(outward.headerName, outward.headerValue)
      .default({})
      .describe('Headers; `{secret}` in a value stands for the token.')
      .meta({ examples: [{ authorization: 'Bearer {secret}' }] }),
    query: z
      .record(part.line, z.string().max(2000))
      .default({})
      .describe('Parameters; `{since}` in a value stands for where the window begins.')
      .meta({ examples: [{ updated_after: '{since}' }] }),
    body: part.longText
      .nullable()
      .default(null)
      .describe('Of a POST: JSON, with `{since}` and `{cursor}` where they belong.'),
    'since-form': z
      .enum(['iso', 'date', 'seconds', 'milliseconds', 'jql'])
      .default('iso')
      .describe('How `{since}` is written.'),
    pages,
    ...core,
  })
  .describe('A list of tickets as JSON, of any service. docs/connections-recipes.md has recipes.');

const webhook = z
  .strictObject({
    kind: z.literal('webhook'),
    url: outward.secretUrl.describe('Where requests go.').meta({ examples: ['env:SLACK_HOOK'] }),
    secret: outward.credential
      .nullable()
      .default(null)
      .describe('Where the key is that signs each request, as Standard Webhooks says.')
      .meta({ examples: ['env:HOOK_SECRET'] }),
    body: part.relativePath
      .default('json')
      .describe(
        '`json`, `slack`, `teams`, `discord`, `ntfy`, or a Handlebars file of the repository.',
      ),
    headers: z
      .record(outward.headerName, outward.headerValue)
      .default({})
      .describe('Further headers.'),
    ...core,
  })
  .describe('A webhook: messages.');

export const connections = z
  .record(
    outward.connectionName,
    z
      .discriminatedUnion('kind', [github, gitlab, imap, smtp, http, webhook])
      .meta({ title: 'a map with `kind` and the keys of that kind' }),
  )
  .default({})
  .describe(
    'The world outside, by name: where tickets come from, and where messages and requests go.',
  )
  .meta({
    title: 'a map of names to connections',
    examples: [{ github: { kind: 'github', token: 'env:GITHUB_TOKEN' } }],
  });

export type WrittenConnections = z.output<typeof connections>;
