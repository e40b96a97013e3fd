/** The keys of a connection of the kind `webhook`. */
import type { SchemaTools } from '../../collectors/kind.ts';
import type { WrittenOf } from '../contract.ts';

export function webhookSettings({ z, part, outward }: SchemaTools) {
  return z.strictObject({
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
  });
}

export type Written = WrittenOf<'webhook', typeof webhookSettings>;
