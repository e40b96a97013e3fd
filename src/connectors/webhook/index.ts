import type { SchemaTools } from '../../collectors/kind.ts';
import { credentialPlace } from '../../platform/outward/read-credential.ts';
import type { WebhookConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import type { ChannelRole } from '../channel.ts';
import type { Connector, WrittenOf } from '../contract.ts';
import { addressBreaches } from '../rules/address-rules.ts';
import { headerBreaches } from '../rules/header-rules.ts';
import { hostOfUrl, placeOf, toOptionalCredential, toSecretText } from '../shared-settings.ts';
import { notifyWebhook, webhookBodyBreaches } from './notify-webhook.ts';

// The keys of a connection of the kind `webhook`.

function webhookSettings({ z, part, outward }: SchemaTools) {
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

type Written = WrittenOf<'webhook', typeof webhookSettings>;

const named: ChannelRole<'webhook'> = {
  kind: 'webhook',
  format: ({ via }) => `webhook ${via}`,
  load: async () => (await import('./webhook-channels.ts')).webhookChannel(),
};

const own: ChannelRole<'hook-url'> = {
  kind: 'hook-url',
  format: ({ url }) => `webhook at ${placeOf(url)}`,
  load: async () => (await import('./webhook-channels.ts')).hookUrlChannel(),
  leadsTo: ({ url }) => url,
  trial: async ({ body }, around) =>
    (await import('./try-body.ts')).bodyFault({ body, headers: {} }, around, 'webhook.body'),
};

export const webhookConnector: Connector<WebhookConnection, Written> = {
  connection: {
    kind: 'webhook',
    about: 'A webhook: messages.',
    settings: webhookSettings,
    toConnection: (written, name) => ({
      ...written,
      name,
      url: toSecretText(written.url),
      secret: toOptionalCredential(written.secret),
    }),
    breaches: ({ url, secret, body, headers, private: isPrivate }, path) => [
      ...(/^https?:/.test(url)
        ? addressBreaches([...path, 'url'], {
            url,
            private: isPrivate,
            carries: secret !== null,
            mayBeKey: true,
          })
        : []),
      ...webhookBodyBreaches([...path, 'body'], body),
      ...headerBreaches(path, headers),
    ],
    where: ({ url }) => (url.kind === 'text' ? hostOfUrl(url.text) : credentialPlace(url)),
    leadsTo: ({ url }) => url,
    connect: async (one, surroundings) =>
      (await import('./inspect-webhook.ts')).inspectWebhook(one, surroundings),
    testMessage: {
      over: 'webhooks',
      refusal: (name, to) =>
        to === null
          ? null
          : {
              message: `--send ${oneLine(to, 80)}: the webhook ${name} leads to one address, its own`,
              hint: `Leave it out: roundsman connect ${name} --send`,
            },
    },
    trial: async (one, around) => (await import('./try-body.ts')).bodyFault(one, around),
  },
  notify: notifyWebhook,
  channels: [named, own],
};
