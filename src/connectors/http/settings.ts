/** The keys of a connection of the kind `http`. */
import type { SchemaTools } from '../../collectors/kind.ts';
import type { WrittenOf } from '../contract.ts';
import { tokenSetting } from '../shared-settings.ts';

export function httpSettings(tools: SchemaTools) {
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

export type Written = WrittenOf<'http', typeof httpSettings>;
