/** Where a request goes, and what of that is secret. */
import type { ShippedBody } from './read-body-template.ts';

export type HookAddress =
  | {
      readonly kind: 'address';
      readonly url: string;
      /** Of ntfy: what the body has to name. */
      readonly topic: string | null;
      /** What no text may repeat: the address and its parts, longest first. */
      readonly secrets: readonly string[];
    }
  | { readonly kind: 'refused'; readonly why: string };

/** What is shorter is found everywhere. */
const MIN_PART = 6;

/** ntfy takes JSON at the root of its server, where the topic stands in the body. */
export function hookAddress(text: string, body: ShippedBody | null): HookAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { kind: 'refused', why: 'its address is no http or https address' };
  const secrets = secretParts(text, url);
  if (body !== 'ntfy') return { kind: 'address', url: url.href, topic: null, secrets };
  const topic = /^\/([A-Za-z0-9_-]{1,64})\/?$/.exec(url.pathname)?.[1];
  if (topic === undefined)
    return {
      kind: 'refused',
      why: 'its address does not end in a topic of ntfy, as https://ntfy.sh/TOPIC does',
    };
  url.pathname = '/';
  return { kind: 'address', url: url.href, topic, secrets: [...secrets, topic] };
}

function secretParts(text: string, url: URL): readonly string[] {
  const parts = [
    text,
    url.href,
    `${url.pathname}${url.search}`,
    url.pathname,
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
  ];
  return [...new Set(parts)]
    .filter((part) => part.length >= MIN_PART)
    .sort((a, b) => b.length - a.length);
}
