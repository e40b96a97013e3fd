/**
 * What is refused by the head of a request alone, before anything of ours is read: another name of this host (DNS
 * rebinding), another origin (forged requests), other methods, other forms of body. Pure.
 */
import type { HttpHead } from '../../../platform/http-server.ts';

export interface Refusal {
  readonly status: 400 | 403 | 405 | 414 | 415 | 421;
  readonly text: string;
  readonly allow?: string;
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
    return { status: 400, text: 'a header stands there twice' };
  const host = headerOf(head, 'host')?.toLowerCase();
  if (host === undefined || !hosts.has(host))
    return { status: 421, text: 'nothing is served here under that name' };
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return { status: 405, text: 'only GET and POST are taken', allow: 'GET, HEAD, POST' };
  if (target.length > TARGET_LENGTH) return { status: 414, text: 'the address is too long' };
  if (!/^\/[!-~]*$/.test(target)) return { status: 400, text: 'that is no path' };
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

/** A link or a typed address may come from anywhere: it changes nothing. What other pages take in by themselves is refused. */
function checkGet(head: HttpHead, host: string): Refusal | null {
  const origin = headerOf(head, 'origin');
  if (origin !== undefined && !isOwn(origin, host)) return OTHER_ORIGIN;
  const site = headerOf(head, 'sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  const isVisit =
    headerOf(head, 'sec-fetch-mode') === 'navigate' &&
    headerOf(head, 'sec-fetch-dest') === 'document';
  return isVisit ? null : OTHER_ORIGIN;
}

const OTHER_ORIGIN: Refusal = { status: 403, text: 'that came from another page' };

/** https as well: a proxy may stand before us. */
function isOwn(origin: string, host: string): boolean {
  const text = origin.toLowerCase();
  return text === `http://${host}` || text === `https://${host}`;
}

export function headerOf(head: HttpHead, name: string): string | undefined {
  return valuesOf(head, name)[0];
}

function valuesOf({ headers }: HttpHead, name: string): readonly string[] {
  return headers.filter(([one]) => one === name).map(([, value]) => value);
}
