/** Rules on `connections` of roundsman.yaml that look at more than the form of one value. Pure. */
import { LOOPBACK, parseAddress, whyNotPublic } from '../../platform/ip-address.ts';
import { oneLine } from '../../words/text.ts';
import type { NodePath } from '../document-node.ts';
import type { WrittenConnections } from '../schema/connections-schema.ts';
import { httpBodyBreaches, httpMarkBreaches } from './http-rules.ts';
import { literalSecret, literalSecretInHeader, literalSecretInUrl } from './literal-secrets.ts';
import { mailAddressBreaches } from './mail-address-rules.ts';
import type { RuleBreach } from './rule-breach.ts';
import { SECRET_HEADER, secretBreach } from './secret-breach.ts';
import { webhookBodyBreaches } from './webhook-body-rules.ts';

type Written = WrittenConnections[string];
type Of<Kind extends Written['kind']> = Extract<Written, { readonly kind: Kind }>;

export function connectionBreaches(connections: WrittenConnections): readonly RuleBreach[] {
  return Object.entries(connections).flatMap(([name, one]) => [
    ...nameBreaches(name),
    ...breachesOf(name, one),
    ...commandBreaches(name, one),
  ]);
}

function breachesOf(name: string, one: Written): readonly RuleBreach[] {
  switch (one.kind) {
    case 'github':
    case 'gitlab':
      return addressBreaches(name, 'api', { url: one.api, one, carries: one.token !== null });
    case 'imap':
      return serverBreaches(name, one);
    case 'smtp':
      return [...serverBreaches(name, one), ...smtpBreaches(name, one)];
    case 'http':
      return [
        ...addressBreaches(name, 'url', { url: one.url, one, carries: one.token !== null }),
        ...httpBreaches(name, one),
        ...headerBreaches(name, one),
      ];
    case 'webhook':
      return [
        ...(/^https?:/.test(one.url)
          ? addressBreaches(name, 'url', { url: one.url, one, carries: one.secret !== null })
          : []),
        ...webhookBodyBreaches(['connections', name, 'body'], one.body),
        ...headerBreaches(name, one),
      ];
  }
}

/** `local` is what `outputs.file-item.tracker` calls the items of this machine. */
function nameBreaches(name: string): readonly RuleBreach[] {
  if (name !== 'local') return [];
  return [
    {
      path: ['connections', name],
      code: 'reserved-name',
      message:
        '`local` cannot be the name of a connection: it stands for the items of this machine',
      hint: 'Give it another name.',
    },
  ];
}

/** A command that prints a secret has it elsewhere. */
function commandBreaches(name: string, one: Written): readonly RuleBreach[] {
  return Object.entries(one).flatMap(([key, value]) =>
    typeof value === 'string' && value.startsWith('command:') && literalSecret(value) !== null
      ? [secretBreach(['connections', name, key], `holds ${literalSecret(value)}`)]
      : [],
  );
}

/* oxlint-disable-next-line eslint/max-params -- where, which key, and what stands there */
function addressBreaches(
  name: string,
  key: string,
  { url, one, carries }: { readonly url: string; readonly one: Written; readonly carries: boolean },
): readonly RuleBreach[] {
  const path = ['connections', name, key];
  const secret = literalSecretInUrl(url, one.kind === 'webhook' ? 'may-be-key' : 'plain');
  if (secret !== null) {
    const where = one.kind === 'webhook' ? undefined : SECRET_HEADER;
    return [secretBreach(path, `holds ${secret}`, where)];
  }
  if (!URL.canParse(url)) {
    return [
      {
        path,
        code: 'wrong-value',
        message: `\`${path.join('.')}\` is not an address`,
        hint: 'Write an http or https URL, such as https://example.com/api.',
      },
    ];
  }
  const { hostname, protocol } = new URL(url);
  const near = hostBreaches(path, hostname.replace(/^\[|\]$/g, ''), one.private);
  if (near.length > 0) return near;
  if (protocol === 'https:' || !carries || one.private) return [];
  return [
    {
      path,
      code: 'in-the-clear',
      message: `\`${path.join('.')}\` begins with http:, and what is secret would go through the network in the clear`,
      hint: 'Write https:. In a private network, add `private: true`.',
    },
  ];
}

/** An address that says by itself that it is near, or that nothing may go there. */
function hostBreaches(path: NodePath, host: string, isPrivate: boolean): readonly RuleBreach[] {
  const why = whyNear(host);
  if (why === null) return [];
  const isNear = why === LOOPBACK || why === 'a private address';
  if (isPrivate && isNear) return [];
  return [
    {
      path,
      code: 'address-refused',
      message: `\`${path.join('.')}\` names ${oneLine(host, 80)}, which is ${why}`,
      hint: isNear
        ? 'If that is meant, add `private: true` to the connection.'
        : 'Nothing is ever asked there: name another host.',
    },
  ];
}

function whyNear(host: string): string | null {
  if (/(^|\.)localhost\.?$/i.test(host)) return LOOPBACK;
  const address = parseAddress(host);
  return address === null ? null : whyNotPublic(address);
}

function serverBreaches(name: string, one: Of<'imap'> | Of<'smtp'>): readonly RuleBreach[] {
  const path = ['connections', name, 'host'];
  const { host, security, private: isPrivate } = one;
  if (!isServerName(host)) {
    const [, port] = /:(\d+)$/.exec(host) ?? [];
    return [
      {
        path,
        code: 'invalid-host',
        message: `\`${path.join('.')}\` is ${oneLine(host, 80)}, which is not a host`,
        hint:
          port === undefined
            ? 'Write a name such as mail.example.com, or an address.'
            : `Write the port by itself: \`port: ${port}\`.`,
      },
    ];
  }
  if (security === 'none' && whyNear(host) !== LOOPBACK) {
    return [
      {
        path: ['connections', name, 'security'],
        code: 'in-the-clear',
        message: `\`connections.${name}.security\` is none, and ${oneLine(host, 80)} is not this machine: password and mails would go in the clear`,
        hint: 'Write `tls` or `starttls`; `none` is for localhost, 127.0.0.1 and ::1.',
      },
    ];
  }
  return hostBreaches(path, host, isPrivate);
}

function isServerName(host: string): boolean {
  if (parseAddress(host) !== null) return true;
  const labels = host.replace(/\.$/, '').split('.');
  return (
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label)) &&
    !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
  );
}

function smtpBreaches(name: string, one: Of<'smtp'>): readonly RuleBreach[] {
  const replyTo = one['reply-to'];
  const at = (key: string): NodePath => ['connections', name, key];
  return [
    ...mailAddressBreaches(at('from'), `connections.${name}.from`, one.from),
    ...(replyTo === null
      ? []
      : mailAddressBreaches(at('reply-to'), `connections.${name}.reply-to`, replyTo)),
    ...((one.user === null) === (one.password === null)
      ? []
      : [
          {
            path: at(one.user === null ? 'password' : 'user'),
            code: 'half-a-log-in',
            message: `\`connections.${name}\` has \`${one.user === null ? 'password' : 'user'}\` and no \`${one.user === null ? 'user' : 'password'}\``,
            hint: 'Write both, or neither for a server that asks for no log-in.',
          },
        ]),
  ];
}

function httpBreaches(name: string, one: Of<'http'>): readonly RuleBreach[] {
  const at = (key: string): NodePath => ['connections', name, key];
  const breaches: RuleBreach[] = [];
  const usesToken = Object.values(one.headers).some((value) => value.includes('{secret}'));
  if (usesToken && one.token === null) {
    breaches.push({
      path: at('headers'),
      code: 'missing-token',
      message: `\`connections.${name}.headers\` holds {secret}, and there is no \`token\``,
      hint: 'Add `token: env:NAME`, the place of the secret.',
    });
  }
  if (!usesToken && one.token !== null) {
    breaches.push({
      path: at('token'),
      code: 'useless-key',
      message: `\`connections.${name}.token\` is sent nowhere: no header holds {secret}`,
      hint: 'Add `headers: { authorization: "Bearer {secret}" }`, as the service wants it.',
    });
  }
  if (one.body !== null && one.method === 'GET') {
    breaches.push({
      path: at('body'),
      code: 'useless-key',
      message: `\`connections.${name}.body\` goes with POST, and \`method\` is GET`,
      hint: 'Write `method: POST`, or leave the body out.',
    });
  }
  breaches.push(...httpBodyBreaches(name, one), ...httpMarkBreaches(name, one));
  for (const [key, value] of Object.entries(one.query)) {
    const address = `https://query.example/?${new URLSearchParams([[key, value]]).toString()}`;
    const secret = value.includes('{')
      ? literalSecret(value)
      : literalSecretInUrl(address, 'plain');
    if (secret !== null)
      breaches.push(
        secretBreach(['connections', name, 'query', key], `is ${secret}`, SECRET_HEADER),
      );
  }
  return breaches;
}

/** How the bytes go is ours to say; and what a webhook is signed with. */
const OUR_HEADERS =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|accept-encoding|proxy-.*|webhook-(id|timestamp|signature))$/i;

function headerBreaches(name: string, one: Of<'http'> | Of<'webhook'>): readonly RuleBreach[] {
  const marks = one.kind === 'http' ? ['{secret}'] : [];
  return Object.entries(one.headers).flatMap(([header, value]) => {
    const path = ['connections', name, 'headers', header];
    if (OUR_HEADERS.test(header)) {
      return [
        {
          path,
          code: 'reserved-header',
          message: `the header ${header} is set by Roundsman`,
          hint: 'Leave it out.',
        },
      ];
    }
    const secret = literalSecretInHeader(header, value, marks);
    if (secret === null) return [];
    const hint =
      one.kind === 'http' ? 'Put it into `token`, and write {secret} in its place.' : undefined;
    return [secretBreach(path, `is ${secret}`, hint)];
  });
}
