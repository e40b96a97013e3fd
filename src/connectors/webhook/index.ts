import type { z as Zod } from 'zod';

import type { SchemaTools } from '../../collectors/kind.ts';
import { credentialPlace } from '../../platform/outward/read-credential.ts';
import type { WebhookConnection } from '../../words/connection.ts';
import type { NotifyTarget } from '../../words/notify.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine, closestWord } from '../../words/text.ts';
import type { ChannelRole } from '../channel.ts';
import type { Connector, WrittenOf, NotifyForm } from '../contract.ts';
import { addressBreaches, headerBreaches, publicAddressBreaches } from '../rules/address-rules.ts';
import { hostOfUrl, placeOf, toOptionalCredential, toSecretText } from '../shared-settings.ts';

// `notify: [{ webhook: … }]`.
const notifyWebhook: NotifyForm<WrittenRule> = {
  key: 'webhook',
  example: 'webhook',
  settings,
  toTargets,
  breaches: webhookBreaches,
  via: ({ via }) => (via === undefined ? null : { name: via, kind: 'webhook' }),
  atOnce: false,
};

type WrittenRule = Zod.output<ReturnType<typeof settings>>;

function settings({ z, part, outward }: SchemaTools) {
  return z
    .strictObject({
      via: outward.connectionName
        .optional()
        .describe('A webhook connection of roundsman.yaml.')
        .meta({ examples: ['chat'] }),
      url: outward.secretUrl
        .optional()
        .describe('In place of `via`: where requests go, a public address.')
        .meta({ examples: ['env:SLACK_HOOK'] }),
      secret: outward.credential
        .nullable()
        .default(null)
        .describe('With `url`: where the key is that signs each request.')
        .meta({ examples: ['env:HOOK_SECRET'] }),
      body: part.relativePath
        .optional()
        .describe(
          'With `url`: `json`, `slack`, `teams`, `discord`, `ntfy`, or a Handlebars file of the repository. Default: json.',
        )
        .meta({ examples: ['slack'] }),
    })
    .describe('A request to a webhook.');
}

function toTargets({ via, url, secret, body = 'json' }: WrittenRule): readonly NotifyTarget[] {
  const own = { secret: toOptionalCredential(secret), body };
  return [
    ...(via === undefined ? [] : [{ kind: 'webhook' as const, via }]),
    ...(url === undefined ? [] : [{ kind: 'hook-url' as const, url: toSecretText(url), ...own }]),
  ];
}

function webhookBreaches(
  { via, url, secret, body }: WrittenRule,
  at: NodePath,
): readonly RuleBreach[] {
  if ((via === undefined) === (url === undefined)) {
    return [
      {
        path: via === undefined ? at : [...at, 'url'],
        code: 'one-of',
        message: `\`notify.webhook\` has ${via === undefined ? 'neither' : 'both'} \`via\` ${via === undefined ? 'nor' : 'and'} \`url\``,
        hint: 'Write `via` for a webhook of roundsman.yaml, or `url` for one of this routine alone.',
      },
    ];
  }
  const useless = [...(secret === null ? [] : ['secret']), ...(body === undefined ? [] : ['body'])];
  if (via !== undefined) {
    return useless.map((key) => ({
      path: [...at, key],
      code: 'useless-key',
      message: `\`notify.webhook.${key}\` goes with \`url\`; that of \`via\` stands in roundsman.yaml`,
      hint: 'Remove it.',
    }));
  }
  return [
    ...publicAddressBreaches([...at, 'url'], url ?? ''),
    ...(body === undefined ? [] : webhookBodyBreaches([...at, 'body'], body)),
  ];
}

// The bodies of webhooks that ship, and what is a file. Pure.
export const SHIPPED_BODIES = ['json', 'slack', 'teams', 'discord', 'ntfy'] as const;

/** A name without an ending is one that ships, or a slip; whether a file is there is asked by `doctor`. */
function webhookBodyBreaches(path: NodePath, body: string): readonly RuleBreach[] {
  if (SHIPPED_BODIES.some((name) => name === body) || /\.(hbs|handlebars)$/.test(body)) return [];
  const near = closestWord(body, SHIPPED_BODIES);
  return [
    {
      path,
      code: 'unknown-body',
      message: `there is no body \`${oneLine(body, 80)}\``,
      hint: `${near === null ? '' : `Did you mean \`${near}\`? `}Write one of ${SHIPPED_BODIES.join(', ')}, or a Handlebars file of the repository, such as hooks/chat.hbs.`,
    },
  ];
}

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
