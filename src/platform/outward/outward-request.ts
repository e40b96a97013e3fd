import { Buffer } from 'node:buffer';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

import { oneLine } from '../../domain/text.ts';
import { systemErrorCode } from '../system-error.ts';
import type { OutwardAnswer, OutwardFailure, OutwardRequest, OutwardResult } from './contract.ts';
import { reachableAddresses, systemNames, type NameService } from './reachable-addresses.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20_000_000;
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
    if (result.kind !== 'answer') {
      return limit.aborted
        ? { kind: 'no-answer', why: `${shownHost(url)}: no answer in time` }
        : result;
    }
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
    if (status === 303 || (method === 'POST' && status < 307)) {
      method = 'GET';
      body = null;
    }
  }
}

async function oneHop(
  request: OutwardRequest & { readonly signal: AbortSignal },
  names: NameService,
): Promise<OutwardResult> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { kind: 'refused', why: 'it is no http or https address' };
  if (url.username !== '' || url.password !== '')
    return { kind: 'refused', why: `${shownHost(url.href)}: an address carries no log-in` };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const reachable = await reachableAddresses(host, request.reach, names);
  if (reachable.kind !== 'addresses') return reachable;
  let failure: OutwardFailure | null = null;
  for (const address of reachable.addresses.slice(0, 3)) {
    const result = await ask(url, address, request);
    if (result.kind !== 'unreached') return result;
    failure = { kind: 'no-answer', why: `${shownHost(url.href)}: ${result.why}` };
  }
  return failure ?? { kind: 'no-answer', why: `${shownHost(url.href)} has no address` };
}

type Asked = OutwardResult | { readonly kind: 'unreached'; readonly why: string };

/* oxlint-disable-next-line eslint/max-params -- what, where, and how */
async function ask(
  url: URL,
  address: string,
  {
    method,
    headers,
    body,
    reach,
    signal,
    maxBytes = MAX_BYTES,
  }: OutwardRequest & { readonly signal: AbortSignal },
): Promise<Asked> {
  const { request } =
    url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const family = address.includes(':') ? 6 : 4;
  const options: RequestOptions & { readonly ca?: string[] } = {
    method,
    agent: false,
    headers: {
      'user-agent': 'roundsman',
      'accept-encoding': 'gzip, deflate, br',
      ...headers,
      ...(body === null || body === undefined
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    signal,
    // Only the address that was judged.
    lookup: (_host, { all }, give) => {
      if (all === true) give(null, [{ address, family }]);
      else give(null, address, family);
    },
    ...(await authorities(reach.ca)),
  };
  let connected = false;
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(url, options);
      asked.once('socket', (socket) => socket.once('connect', () => (connected = true)));
      asked.once('error', reject);
      asked.once('response', resolve);
      asked.end(body ?? undefined);
    });
    return await readAnswer(url, answer, maxBytes);
  } catch (thrown) {
    const why =
      systemErrorCode(thrown) ??
      (thrown instanceof Error ? oneLine(thrown.message, 200) : 'no answer');
    if (connected || signal.aborted)
      return { kind: 'no-answer', why: `${shownHost(url.href)}: ${why}` };
    return { kind: 'unreached', why };
  }
}

async function authorities(ca: string | null): Promise<{ readonly ca?: string[] }> {
  if (ca === null) return {};
  const { rootCertificates } = await import('node:tls');
  return { ca: [...rootCertificates, ca] };
}

/* oxlint-disable-next-line eslint/max-params -- whose answer, it, and how much of it */
async function readAnswer(
  url: URL,
  answer: IncomingMessage,
  maxBytes: number,
): Promise<OutwardResult> {
  const chunks: Buffer[] = [];
  let size = 0;
  const tooMuch: OutwardResult = {
    kind: 'refused',
    why: `${shownHost(url.href)} answers with more than ${maxBytes.toLocaleString('en-US')} bytes`,
  };
  for await (const chunk of answer) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) continue;
    size += bytes.length;
    if (size > maxBytes) {
      answer.destroy();
      return tooMuch;
    }
    chunks.push(bytes);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  const made: OutwardAnswer = {
    status: answer.statusCode ?? 0,
    headers,
    body: Buffer.concat(chunks),
    url: url.href,
  };
  try {
    return { kind: 'answer', answer: { ...made, body: unpacked(made, maxBytes) } };
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ERR_BUFFER_TOO_LARGE') return tooMuch;
    return { kind: 'no-answer', why: `${shownHost(url.href)}: its answer cannot be unpacked` };
  }
}

function unpacked({ headers, body }: OutwardAnswer, maxOutputLength: number): Uint8Array {
  if (body.length === 0) return body;
  switch (headers['content-encoding']) {
    case 'gzip':
      return gunzipSync(body, { maxOutputLength });
    case 'deflate':
      return inflateSync(body, { maxOutputLength });
    case 'br':
      return brotliDecompressSync(body, { maxOutputLength });
    default:
      return body;
  }
}

/** Host and port alone: the rest may be a secret. */
export function shownHost(url: string): string {
  return URL.canParse(url) ? oneLine(new URL(url).host, 100) : 'what is no address';
}
