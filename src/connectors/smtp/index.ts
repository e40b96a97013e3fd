import type { z as Zod } from 'zod';

import type { SchemaTools } from '../../collectors/kind.ts';
import type { SmtpConnection } from '../../words/connection.ts';
import { parseMailAddress } from '../../words/mail-address.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { ChannelRole } from '../channel.ts';
import type { Connector, WrittenOf, NotifyForm } from '../contract.ts';
import { mailAddressBreaches, serverBreaches } from '../rules/address-rules.ts';
import { mailServerSettings, toOptionalCredential } from '../shared-settings.ts';

// `notify: [{ email: … }]`.
const notifyEmail: NotifyForm<WrittenRule> = {
  key: 'email',
  example: 'email',
  settings,
  toTargets: ({ via, to, cc }, connections) => [
    {
      kind: 'email',
      via: via ?? connections.find(({ kind }) => kind === 'smtp')?.name ?? '',
      to,
      cc,
    },
  ],
  breaches: recipientBreaches,
  via: ({ via }) => ({ name: via, kind: 'smtp' }),
  atOnce: false,
};

type WrittenRule = Zod.output<ReturnType<typeof settings>>;

function settings({ z, outward }: SchemaTools) {
  const oneOrMore = z
    .union([outward.mailAddress, z.array(outward.mailAddress).max(50)])
    .transform((given) => (typeof given === 'string' ? [given] : given));
  return z
    .strictObject({
      to: oneOrMore
        .describe('Who gets it.')
        .meta({ title: 'a mail address, or a list of them', examples: [['team@example.com']] }),
      cc: oneOrMore
        .default([])
        .describe('Who gets a copy.')
        .meta({ title: 'a mail address, or a list of them' }),
      via: outward.connectionName
        .nullable()
        .default(null)
        .describe('An smtp connection of roundsman.yaml. Without it: the only one that there is.')
        .meta({ examples: ['mail'] }),
    })
    .describe('A mail, plain and HTML, with the report in it.');
}

function recipientBreaches(written: WrittenRule, path: NodePath): readonly RuleBreach[] {
  if (written.to.length === 0) {
    return [
      {
        path: [...path, 'to'],
        code: 'no-target',
        message: '`notify.email.to` names no address',
        hint: 'Write a mail address, such as team@example.com.',
      },
    ];
  }
  return (['to', 'cc'] as const).flatMap((key) =>
    written[key].flatMap((address, at) =>
      mailAddressBreaches([...path, key, at], `notify.email.${key}`, address),
    ),
  );
}

// The keys of a connection of the kind `smtp`.

function smtpSettings(tools: SchemaTools) {
  const { z, part, outward } = tools;
  const { port, security } = mailServerSettings(tools);
  return z.strictObject({
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
  });
}

type Written = WrittenOf<'smtp', typeof smtpSettings>;

const channel: ChannelRole<'email'> = {
  kind: 'email',
  format: ({ to, cc }) => `mail to ${[...to, ...cc].join(', ')}`,
  load: async () => (await import('./email-channel.ts')).emailChannel,
};

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

export const smtpConnector: Connector<SmtpConnection, Written> = {
  connection: {
    kind: 'smtp',
    about: 'A mail server: messages.',
    settings: smtpSettings,
    toConnection: ({ 'reply-to': replyTo, ...rest }, name) => ({
      ...rest,
      name,
      port: rest.port ?? PORTS[rest.security],
      password: toOptionalCredential(rest.password),
      replyTo,
    }),
    breaches: (written, path) => [
      ...serverBreaches(path, written),
      ...addressesBreaches(written, path),
      ...loginBreaches(written, path),
    ],
    where: ({ host, port }) => `${host}:${port}`,
    leadsTo: ({ host }) => ({ kind: 'host', host }),
    connect: async (one, surroundings) =>
      (await import('./inspect-mail-server.ts')).inspectMailServer(one, {
        ...surroundings,
        sendTo: surroundings.send?.to ?? null,
      }),
    testMessage: { over: 'mail servers', refusal: refuseSending },
  },
  notify: notifyEmail,
  channels: [channel],
};

function addressesBreaches(written: Written, path: NodePath): readonly RuleBreach[] {
  return (['from', 'reply-to'] as const).flatMap((key) => {
    const at = [...path, key];
    const address = written[key];
    return address === null ? [] : mailAddressBreaches(at, at.join('.'), address);
  });
}

function loginBreaches({ user, password }: Written, path: NodePath): readonly RuleBreach[] {
  if ((user === null) === (password === null)) return [];
  const [there, missing] = user === null ? ['password', 'user'] : ['user', 'password'];
  return [
    {
      path: [...path, there],
      code: 'half-a-log-in',
      message: `\`${path.join('.')}\` has \`${there}\` and no \`${missing}\``,
      hint: 'Write both, or neither for a server that asks for no log-in.',
    },
  ];
}

function refuseSending(
  name: string,
  to: string | null,
): { readonly message: string; readonly hint: string } | null {
  if (to === null)
    return {
      message: '--send wants an address, over a mail server',
      hint: `Write it behind: roundsman connect ${name} --send you@example.com`,
    };
  if (parseMailAddress(to) !== null) return null;
  return {
    message: `--send: ${oneLine(to, 100)} is not a mail address`,
    hint: 'Write one such as me@example.com.',
  };
}
