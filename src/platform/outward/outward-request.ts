import { oneLine } from '../../words/text.ts';
import { askOnce, leftIf } from './ask-once.ts';
import type { OutwardFailure, OutwardRequest, OutwardResult, Reach } from './contract.ts';
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

/** Thrown where `fetch` would: nothing was answered, or it may not be asked. */
export class OutwardError extends Error {
  override readonly name = 'OutwardError';
  readonly kind: 'refused' | 'no-answer';
  constructor(kind: 'refused' | 'no-answer', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** `fetch` for libraries that take one: the same guard; bodies are texts. */
export function outwardFetch(reach: Reach, names?: NameService): typeof fetch {
  return async (input, init = {}) => {
    const given = requestOf(input, init);
    const text = given.body === null ? null : await given.text();
    const result = await outwardRequest(
      {
        url: given.url,
        method: methodOf(given.method),
        headers: Object.fromEntries(given.headers),
        body: text,
        reach,
        signal: given.signal,
      },
      ...(names === undefined ? [] : [names]),
    );
    if (result.kind !== 'answer') throw new OutwardError(result.kind, result.why);
    const { status, headers, body, url } = result.answer;
    if (status < 200 || status > 599)
      throw new OutwardError('no-answer', `${shownHost(url)} answers with the status ${status}`);
    const { 'content-encoding': _packed, 'content-length': _length, ...rest } = headers;
    const empty = status === 204 || status === 205 || status === 304;
    // The unpacked size, so that a caller that caches responses knows the size of each.
    const counted = { ...rest, 'content-length': String(empty ? 0 : body.length) };
    const bytes = empty ? null : Uint8Array.from(body);
    const response = new Response(bytes, { status, headers: counted });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };
}

/** What it throws may repeat a log-in that stood in the address. */
function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit): Request {
  try {
    return new Request(input, init);
  } catch {
    throw new OutwardError('refused', 'it is not a request to an http or https address');
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf(text: string): (typeof METHODS)[number] {
  const known = METHODS.find((one) => one === text);
  if (known === undefined) throw new OutwardError('refused', `the method ${text} is not used`);
  return known;
}

// Telling a monitor that we are there: a GET, of whose answer only the status counts.
export type PingResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Without the URL: it may hold a secret. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

export interface PingRequest {
  readonly url: string;
  readonly reach: Reach;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Redirects are not followed. Never throws. */
export async function ping(
  { url, reach, headers = {}, timeoutMs, signal }: PingRequest,
  ask: (request: OutwardRequest) => Promise<OutwardResult> = outwardRequest,
): Promise<PingResult> {
  const result = await ask({
    url,
    method: 'GET',
    headers,
    reach,
    timeoutMs,
    maxBytes: 0,
    answer: 'beginning',
    redirects: 'told',
    signal,
  });
  if (result.kind === 'answer') return { kind: 'answered', status: result.answer.status };
  return result.kind === 'refused' ? result : { kind: 'failed', why: result.why };
}
