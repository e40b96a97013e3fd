import type { SchemaTools } from '../../collectors/kind.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { HttpConnection, HttpPages } from '../../words/connection.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { Connector, WrittenOf } from '../contract.ts';
import { addressBreaches, headerBreaches } from '../rules/address-rules.ts';
import {
  literalSecret,
  literalSecretInJson,
  literalSecretInUrl,
  SECRET_HEADER,
  secretBreach,
} from '../rules/literal-secrets.ts';
import { hostOfUrl, tokenSetting, toOptionalCredential } from '../shared-settings.ts';

// The keys of a connection of the kind `http`.

function httpSettings(tools: SchemaTools) {
  const { z, part, outward } = tools;
  return z.strictObject({
    url: outward.webUrl
      .describe('What is asked for.')
      .meta({ examples: ['https://example.zendesk.com/api/v2/incremental/tickets/cursor.json'] }),
    method: z.enum(['GET', 'POST']).default('GET').describe('How.'),
    token: tokenSetting(tools),
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
    pages: pagesSetting(tools),
  });
}

function pagesSetting({ z, part }: SchemaTools) {
  return z
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
}

type Written = WrittenOf<'http', typeof httpSettings>;

// What is wrong between the keys of an `http` connection: its token, its body, and marks that nothing would replace. Pure.

/** @param path of the connection */
function httpBreaches(one: Written, path: NodePath): readonly RuleBreach[] {
  const at = (key: string): NodePath => [...path, key];
  const shown = path.join('.');
  const breaches: RuleBreach[] = [];
  const usesToken = Object.values(one.headers).some((value) => value.includes('{secret}'));
  if (usesToken && one.token === null) {
    breaches.push({
      path: at('headers'),
      code: 'missing-token',
      message: `\`${shown}.headers\` holds {secret}, and there is no \`token\``,
      hint: 'Add `token: env:NAME`, the place of the secret.',
    });
  }
  if (!usesToken && one.token !== null) {
    breaches.push({
      path: at('token'),
      code: 'useless-key',
      message: `\`${shown}.token\` is sent nowhere: no header holds {secret}`,
      hint: 'Add `headers: { authorization: "Bearer {secret}" }`, as the service wants it.',
    });
  }
  if (one.body !== null && one.method === 'GET') {
    breaches.push({
      path: at('body'),
      code: 'useless-key',
      message: `\`${shown}.body\` goes with POST, and \`method\` is GET`,
      hint: 'Write `method: POST`, or leave the body out.',
    });
  }
  breaches.push(...httpBodyBreaches(one, path), ...httpMarkBreaches(one, path));
  for (const [key, value] of Object.entries(one.query)) {
    const address = `https://query.example/?${new URLSearchParams([[key, value]]).toString()}`;
    const secret = value.includes('{')
      ? literalSecret(value)
      : literalSecretInUrl(address, 'plain');
    if (secret !== null)
      breaches.push(secretBreach([...at('query'), key], `is ${secret}`, SECRET_HEADER));
  }
  return breaches;
}

function httpBodyBreaches({ body }: Written, at: NodePath): readonly RuleBreach[] {
  if (body === null) return [];
  const path = [...at, 'body'];
  const document = tryParseJson(body);
  const secret = literalSecret(body) ?? literalSecretInJson(document);
  if (secret !== null) return [secretBreach(path, `holds ${secret}`, SECRET_HEADER)];
  if (document !== undefined) return [];
  return [
    {
      path,
      code: 'body-not-json',
      message: `\`${path.join('.')}\` is not JSON`,
      hint: 'Write one JSON text, with "{since}" and "{cursor}" as strings in it.',
    },
  ];
}

const MARKS = ['{secret}', '{since}', '{cursor}'] as const;
type Mark = (typeof MARKS)[number];

const PLACES: Readonly<Record<Mark, string>> = {
  '{secret}': 'It belongs in values of `headers` alone.',
  '{since}': 'It belongs in values of `query` and in the `body` of a POST.',
  '{cursor}':
    'It belongs in the `body` of a POST, with `pages` of a cursor or a number; in an address, `pages.parameter` does it.',
};

/** They would be sent as they stand there. */
function httpMarkBreaches(one: Written, path: NodePath): readonly RuleBreach[] {
  const at = (...keys: readonly string[]): NodePath => [...path, ...keys];
  const { pages } = one;
  const counts = typeof pages === 'object' && 'parameter' in pages;
  return [
    ...unreplaced(at('url'), one.url, []),
    ...Object.entries(one.query).flatMap(([key, value]) => [
      ...unreplaced(at('query', key), key, []),
      ...unreplaced(at('query', key), value, ['{since}']),
    ]),
    ...Object.entries(one.headers).flatMap(([key, value]) =>
      unreplaced(at('headers', key), value, ['{secret}']),
    ),
    ...(one.body === null
      ? []
      : unreplaced(at('body'), one.body, counts ? ['{since}', '{cursor}'] : ['{since}'])),
  ];
}

function unreplaced(path: NodePath, text: string, replaced: readonly Mark[]): RuleBreach[] {
  return MARKS.filter((mark) => text.includes(mark) && !replaced.includes(mark)).map((mark) => ({
    path,
    code: 'useless-mark',
    message: `\`${oneLine(path.join('.'), 100)}\` holds ${mark}, which nothing replaces there`,
    hint: PLACES[mark],
  }));
}

const MARKED = {
  marks: ['{secret}'],
  hint: 'Put it into `token`, and write {secret} in its place.',
};

export const httpConnector: Connector<HttpConnection, Written> = {
  connection: {
    kind: 'http',
    about: 'A list of tickets as JSON, of any service. docs/connections-recipes.md has recipes.',
    settings: httpSettings,
    toConnection: ({ 'since-form': sinceForm, pages, ...rest }, name) => ({
      ...rest,
      name,
      token: toOptionalCredential(rest.token),
      sinceForm,
      pages: toPages(pages),
    }),
    breaches: (written, path) => [
      ...addressBreaches([...path, 'url'], { ...written, carries: written.token !== null }),
      ...httpBreaches(written, path),
      ...headerBreaches(path, written.headers, MARKED),
    ],
    where: ({ url }) => hostOfUrl(url),
    leadsTo: ({ url }) => ({ kind: 'text', text: url }),
    connect: async (one, { clock, ...surroundings }) => {
      const { inspectList } = await import('../../collectors/inspect-list.ts');
      return inspectList(one, { ...surroundings, now: clock.now() });
    },
  },
  tickets: {
    mapped: true,
    open: async (request) =>
      (await import('../../collectors/tickets/sources/http/open-http.ts')).openHttp(request),
  },
};

function toPages(pages: Written['pages']): HttpPages {
  if (pages === 'none' || pages === 'link') return { kind: pages };
  if ('url' in pages) return { kind: 'url', at: pages.url, last: pages.last };
  if ('cursor' in pages) {
    const { cursor, parameter, more, last } = pages;
    return { kind: 'cursor', at: cursor, parameter, more, last };
  }
  return { kind: 'number', ...pages };
}
