/**
 * What is refused by the head of a request alone, before anything of ours is read: another name of this host (DNS
 * rebinding), another origin (forged requests), other methods, other forms of body. Pure.
 */
import { Buffer } from 'node:buffer';

import type { HttpHead } from '../../platform/http-server.ts';
import type { PeerUser } from '../../platform/peer-user.ts';
import type { NamedByHeader } from '../../routines/definition-context.ts';
import { ownPath } from '../links.ts';

export interface Refusal {
  readonly status: 400 | 403 | 405 | 414 | 415 | 421;
  readonly text: string;
  readonly allow?: string;
  /** A path here that a person may go on to from the refusal; nothing else may lead there. */
  readonly goOn?: string;
}

export interface Site {
  /** `127.0.0.1:20417`, in lower case; whatever else stands in Host is not us. */
  readonly hosts: ReadonlySet<string>;
}

const TARGET_LENGTH = 4_096;
const FORM = 'application/x-www-form-urlencoded';
/** Where two of them may mean two things to two readers. */
const ONCE = ['host', 'origin', 'content-type', 'content-length', 'sec-fetch-site'];

export function checkHead(head: HttpHead, { hosts }: Site): Refusal | null {
  const { method, target } = head;
  if (ONCE.some((name) => valuesOf(head, name).length > 1))
    return { status: 400, text: 'a header is there twice' };
  const host = headerOf(head, 'host')?.toLowerCase();
  if (host === undefined || !hosts.has(host))
    return { status: 421, text: 'nothing is served here under that name' };
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return { status: 405, text: 'only GET and POST are taken', allow: 'GET, HEAD, POST' };
  if (target.length > TARGET_LENGTH) return { status: 414, text: 'the address is too long' };
  if (!/^\/[!-~]*$/.test(target)) return { status: 400, text: 'that is not a path' };
  return method === 'POST' ? checkPost(head, host) : checkGet(head, host);
}

/** A browser says where a POST comes from; one that does not say is not let in. */
function checkPost(head: HttpHead, host: string): Refusal | null {
  const origin = headerOf(head, 'origin');
  if (origin === undefined || !isOwn(origin, host)) return OTHER_ORIGIN;
  const site = headerOf(head, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return OTHER_ORIGIN;
  const type = headerOf(head, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === FORM ? null : { status: 415, text: `only ${FORM} is taken` };
}

/**
 * A typed address may be any. From another page, also one at another port of this machine, only the log-in can be opened;
 * for the rest a person has to go on by hand, so that no page leads a browser through ours.
 */
function checkGet(head: HttpHead, host: string): Refusal | null {
  const origin = headerOf(head, 'origin');
  if (origin !== undefined && !isOwn(origin, host)) return OTHER_ORIGIN;
  const site = headerOf(head, 'sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  const isVisit =
    headerOf(head, 'sec-fetch-mode') === 'navigate' &&
    headerOf(head, 'sec-fetch-dest') === 'document';
  if (!isVisit) return OTHER_ORIGIN;
  const { target } = head;
  return /^\/login(?:\/return)?(?:\?|$)/.test(target)
    ? null
    : { ...OTHER_ORIGIN, goOn: ownPath(target) };
}

const OTHER_ORIGIN: Refusal = { status: 403, text: 'that came from another page' };

/** https as well: a proxy may stand before us. */
function isOwn(origin: string, host: string): boolean {
  const text = origin.toLowerCase();
  return text === `http://${host}` || text === `https://${host}`;
}

/**
 * Checks the peer of a page at a loopback address. An attacker who captures a cookie with a server of their own cannot use
 * it from another account, through any address of this machine. Root may connect, including system relays and tunnels. A
 * peer without a socket on this machine (another machine, a container) is refused at a loopback address. Only where the
 * system has no socket tables is the peer's address trusted, and then only a loopback address.
 */
export function checkPeer(peer: PeerUser, own: number | null, address: string): Refusal | null {
  if (own === null) return null;
  switch (peer.kind) {
    case 'user':
      return peer.uid === own || peer.uid === 0 ? null : OTHER_USER;
    case 'unknown':
      return /^(?:::ffff:)?127\.|^::1$/.test(address) ? null : OTHER_USER;
    case 'nobody':
    case 'elsewhere':
      return OTHER_USER;
  }
}

const OTHER_USER: Refusal = {
  status: 403,
  text: 'this page is only for who started it: name `page.token` to let others of this machine log in',
};

export function headerOf(head: HttpHead, name: string): string | undefined {
  return valuesOf(head, name)[0];
}

function valuesOf({ headers }: HttpHead, name: string): readonly string[] {
  return headers.filter(([one]) => one === name).map(([, value]) => value);
}

// Who asks, by the header of a proxy: taken from that proxy alone. Pure.

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
