/** Who asks, by the header of a proxy: taken from that proxy alone. Pure. */
import { Buffer } from 'node:buffer';

import type { HttpHead } from '../../platform/http-server.ts';
import type { NamedByHeader } from '../../routines/page-settings.ts';
import type { Refusal } from './check-head.ts';

/** `null`: it comes from a proxy. Anybody else could write into the header what they like. */
export function checkProxy(address: string, { proxies }: NamedByHeader): Refusal | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)) return null;
  if (proxies.some((proxy) => proxy.toLowerCase() === plain)) return null;
  return {
    status: 403,
    text: 'this page is opened through its proxy: only addresses of `page.people.proxies` may connect',
  };
}

export type HeaderName =
  | { readonly kind: 'name'; readonly name: string }
  /** `several`: two readers could take two of them. */
  | { readonly kind: 'none' | 'several' | 'bad' };

const LENGTH = 200;

export function nameInHeader({ headers }: HttpHead, { header }: NamedByHeader): HeaderName {
  const [value, ...more] = headers.filter(([one]) => one === header).map(([, text]) => text);
  if (more.length > 0) return { kind: 'several' };
  // Node gives bytes of headers as latin1.
  const name = Buffer.from(value ?? '', 'latin1')
    .toString('utf8')
    .trim();
  if (name === '') return { kind: 'none' };
  return name.length > LENGTH || /[\p{C}]|\uFFFD/u.test(name)
    ? { kind: 'bad' }
    : { kind: 'name', name };
}
