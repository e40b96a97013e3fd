/** What an address of a connection must not be: near without a word, in the clear with a secret, or a secret itself. Pure. */
import { LOOPBACK, parseAddress, whyNotPublic } from '../../platform/ip-address.ts';
import type { MailSecurity } from '../../words/connection.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import {
  literalSecretInUrl,
  SECRET_HEADER,
  secretBreach,
  literalSecretInHeader,
} from './literal-secrets.ts';

export interface WrittenAddress {
  readonly url: string;
  readonly private: boolean;
  /** Something secret goes there. */
  readonly carries: boolean;
  /** Its path may look like a key, as those of webhooks do. */
  readonly mayBeKey?: boolean;
}

export function addressBreaches(
  path: NodePath,
  { url, private: isPrivate, carries, mayBeKey = false }: WrittenAddress,
): readonly RuleBreach[] {
  const secret = literalSecretInUrl(url, mayBeKey ? 'may-be-key' : 'plain');
  if (secret !== null)
    return [secretBreach(path, `holds ${secret}`, mayBeKey ? undefined : SECRET_HEADER)];
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
  const near = hostBreaches(path, hostname.replace(/^\[|\]$/g, ''), isPrivate);
  if (near.length > 0) return near;
  if (protocol === 'https:' || !carries || isPrivate) return [];
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

/** A routine's own address is a public one, and no secret. */
export function publicAddressBreaches(path: NodePath, text: string): readonly RuleBreach[] {
  if (!/^https?:/.test(text)) return [];
  const secret = literalSecretInUrl(text, 'may-be-key');
  if (secret !== null) return [secretBreach(path, `holds ${secret}`)];
  const host = URL.canParse(text) ? new URL(text).hostname.replace(/^\[|\]$/g, '') : '';
  const address = parseAddress(host);
  const why = /(^|\.)localhost\.?$/i.test(host)
    ? LOOPBACK
    : address === null
      ? null
      : whyNotPublic(address);
  if (host !== '' && why === null) return [];
  const name = path.filter((step) => typeof step === 'string').join('.');
  return [
    {
      path,
      code: 'address-refused',
      message:
        host === ''
          ? `\`${name}\` is not an address`
          : `\`${name}\` names ${oneLine(host, 80)}, which is ${why ?? ''}`,
      hint: 'A routine names public addresses. For one of this machine or network, make a webhook in `connections` of roundsman.yaml with `private: true`, and name it with `via`.',
    },
  ];
}

// What `host` and `security` of a mail server must not be. Pure.
interface WrittenServer {
  readonly host: string;
  readonly security: MailSecurity;
  readonly private: boolean;
}

/** @param at of the connection */
export function serverBreaches(
  at: NodePath,
  { host, security, private: isPrivate }: WrittenServer,
): readonly RuleBreach[] {
  const path = [...at, 'host'];
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
        path: [...at, 'security'],
        code: 'in-the-clear',
        message: `\`${at.join('.')}.security\` is none, and ${oneLine(host, 80)} is not this machine: password and mails would go in the clear`,
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

// Mail addresses that no server would take: named when the file is read, not when the mail is due. Pure.

/** @param name of the key, for people */
export function mailAddressBreaches(
  path: NodePath,
  name: string,
  text: string,
): readonly RuleBreach[] {
  const why = text.includes('=?')
    ? 'whose name is an encoded word: write it as it is read'
    : whyNoAddress(bareAddress(text));
  if (why === null) return [];
  return [
    {
      path,
      code: 'wrong-address',
      message: `\`${name}\` is ${oneLine(text, 120)}, ${why}`,
      hint: 'Write the whole address, such as team@example.com.',
    },
  ];
}

/** Of `Name <a@b.example>` what is between the brackets. */
export function bareAddress(text: string): string {
  return /<([^<>]*)>$/.exec(text)?.[1] ?? text;
}

function whyNoAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (/^\.|\.$|\.\.|\s/.test(local) || local === '') return 'whose part before the @ is not right';
  // Mail of this machine to itself.
  if (domain === 'localhost') return null;
  if (!domain.includes('.')) return 'whose domain has no dot';
  const labels = domain.split('.');
  const isRight = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
  return isRight && !/^\d+$/.test(labels.at(-1) ?? '') ? null : 'whose domain is not right';
}

// What headers of a connection must not be: ours to say, or a secret. Pure.

/** How the bytes go is ours to say; and what a webhook is signed with. */
const OUR_HEADERS =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|accept-encoding|proxy-.*|webhook-(id|timestamp|signature))$/i;

interface HeaderMarks {
  /** That stand for secrets in values. */
  readonly marks: readonly string[];
  /** What to do with a secret that stands there itself. Absent: as with any other. */
  readonly hint?: string;
}

/** @param at of the connection */
export function headerBreaches(
  at: NodePath,
  headers: Readonly<Record<string, string>>,
  { marks, hint }: HeaderMarks = { marks: [] },
): readonly RuleBreach[] {
  return Object.entries(headers).flatMap(([header, value]) => {
    const path = [...at, 'headers', header];
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
    return [secretBreach(path, `is ${secret}`, hint)];
  });
}
