import { oneLine } from '../../words/text.ts';
import { askOnce, leftIf } from './ask-once.ts';
import type { OutwardFailure, OutwardRequest, OutwardResult } from './contract.ts';
import { reachableAddresses, systemNames, type NameService } from './reachable-addresses.ts';

const TIMEOUT_MS = 30_000;
const MAX_HOPS = 5;

/** One request and its answer, whatever its status. Never throws. */
export async function outwardRequest(
  request: OutwardRequest,
  names: NameService = systemNames,
): Promise<OutwardResult> {
  const limit = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal]);
  let { url } = request;
  let { method } = request;
  let body = request.body ?? null;
  for (let hop = 0; ; hop += 1) {
    const result = await oneHop({ ...request, url, method, body, signal }, names);
    if (result.kind === 'refused') return result;
    // Its head came in time: what it says is known.
    const isKnown = result.kind === 'answer' && request.answer === 'beginning';
    if (signal.aborted && !isKnown) {
      const why = limit.aborted ? 'no answer in time' : 'it was called off';
      const hadLeft = leftIf(result.kind === 'answer' || result.hadLeft === true, request);
      return { kind: 'no-answer', why: `${shownHost(url)}: ${why}`, ...hadLeft };
    }
    if (result.kind !== 'answer') return result;
    const { status, headers } = result.answer;
    const to = request.redirects === 'told' ? undefined : headers['location'];
    if (to === undefined || ![301, 302, 303, 307, 308].includes(status)) return result;
    if (hop === MAX_HOPS) return { kind: 'refused', why: `${shownHost(url)} leads on and on` };
    const next = URL.canParse(to, url) ? new URL(to, url) : null;
    if (next === null || next.origin !== new URL(url).origin) {
      return {
        kind: 'refused',
        why: `${shownHost(url)} leads elsewhere, to ${next === null ? 'no address' : shownHost(next.href)}, which is not followed`,
      };
    }
    url = next.href;
    if ((status === 303 && method !== 'GET') || (method === 'POST' && status < 303)) {
      method = 'GET';
      body = null;
    }
  }
}

async function oneHop(
  request: OutwardRequest & { readonly signal: AbortSignal },
  names: NameService,
): Promise<OutwardResult> {
  const wrong = whyNoRequest(request);
  if (wrong !== null) return wrong;
  const url = new URL(request.url);
  const { reach, signal } = request;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const reachable = await reachableAddresses(host, { private: reach.private, signal }, names);
  return reachable.kind === 'addresses' ? askOnce(url, reachable.addresses, request) : reachable;
}

/** Headers that say how the bytes go: they are ours to write. */
const OURS =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|accept-encoding|proxy-.*)$/i;

function whyNoRequest({ url: text, headers }: OutwardRequest): OutwardFailure | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  // oxlint-disable-next-line no-control-regex -- those are what is looked for: parsers of URLs leave them out
  const isOdd = /[\u0000-\u0020\u007f\\]/.test(text);
  if (url === null || isOdd || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { kind: 'refused', why: 'it is not an http or https address' };
  const shown = shownHost(text);
  if (url.username !== '' || url.password !== '')
    return { kind: 'refused', why: `${shown}: an address carries no log-in` };
  for (const [name, value] of Object.entries(headers)) {
    if (OURS.test(name) && !isSameAnyway(name))
      return {
        kind: 'refused',
        why: `${shown}: the header ${oneLine(name, 40)} is not set by hand`,
      };
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return {
        kind: 'refused',
        why: `${shown}: the header ${oneLine(name, 40)} cannot be sent as it is`,
      };
  }
  return null;
}

/** Libraries set these to what it is without them: it is left out, not refused. */
function isSameAnyway(name: string): boolean {
  return /^(content-length|accept-encoding|connection)$/i.test(name);
}

/** Host and port alone: the rest may be a secret. */
export function shownHost(url: string): string {
  return URL.canParse(url) ? oneLine(new URL(url).host, 100) : 'the address';
}
