import { LOOPBACK, parseAddress, whyNotPublic } from '../../platform/ip-address.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { literalSecretInUrl } from './literal-secrets.ts';
import { secretBreach } from './secret-breach.ts';

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
