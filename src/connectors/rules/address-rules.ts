/** What an address of a connection must not be: near without a word, in the clear with a secret, or a secret itself. Pure. */
import { LOOPBACK, parseAddress, whyNotPublic } from '../../platform/ip-address.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { literalSecretInUrl } from './literal-secrets.ts';
import { SECRET_HEADER, secretBreach } from './secret-breach.ts';

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
export function hostBreaches(
  path: NodePath,
  host: string,
  isPrivate: boolean,
): readonly RuleBreach[] {
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

export function whyNear(host: string): string | null {
  if (/(^|\.)localhost\.?$/i.test(host)) return LOOPBACK;
  const address = parseAddress(host);
  return address === null ? null : whyNotPublic(address);
}
