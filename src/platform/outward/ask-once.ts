/** One request to addresses that were judged, and its answer within bounds. */
import { Buffer } from 'node:buffer';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

import { systemErrorCode } from '../system-error.ts';
import {
  type NoAnswer,
  type OutwardRequest,
  type OutwardResult,
  formatFailure,
} from './contract.ts';
import { outwardTls } from './outward-connect.ts';
import { lookupOf } from './reachable-addresses.ts';

const MAX_BYTES = 20_000_000;
const MAX_HEADER_BYTES = 64_000;

/** Until another address of the same host is tried beside it. */
const ADDRESS_MS = 2_000;

type Request = OutwardRequest & { readonly signal: AbortSignal };

/** Never throws. */
export async function askOnce(
  url: URL,
  addresses: readonly string[],
  request: Request,
): Promise<OutwardResult> {
  const way = { hasLeft: false };
  try {
    const answer = await headOf(url, addresses, { ...request, onLeft: () => (way.hasLeft = true) });
    const maxBytes = request.maxBytes ?? MAX_BYTES;
    return request.answer === 'beginning'
      ? await readBeginning(url, answer, maxBytes)
      : await readAnswer(url, answer, maxBytes);
  } catch (thrown) {
    const why = `${url.host}: ${formatFailure(thrown)}`;
    return { kind: 'no-answer', why, ...leftIf(way.hasLeft, request) };
  }
}

/** What only asks may be asked twice. */
export function leftIf(
  hasLeft: boolean,
  { method }: Pick<OutwardRequest, 'method'>,
): Pick<NoAnswer, 'hadLeft'> {
  return hasLeft && method !== 'GET' ? { hadLeft: true } : {};
}

/** Of `net.connect`, which gets all of it. */
interface Families {
  readonly autoSelectFamily: boolean;
  readonly autoSelectFamilyAttemptTimeout: number;
}

async function headOf(
  url: URL,
  addresses: readonly string[],
  {
    method,
    headers,
    body,
    reach,
    signal,
    answer,
    onLeft,
  }: Request & { readonly onLeft: () => void },
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const { request } = isTls ? await import('node:https') : await import('node:http');
  const options: RequestOptions & Families = {
    method,
    // One of its own, which is not an agent that the environment leads through a proxy.
    agent: false,
    headers: {
      'user-agent': 'roundsman',
      ...withoutOurs(headers),
      // The beginning of what is packed says nothing.
      'accept-encoding': answer === 'beginning' ? 'identity' : 'gzip, deflate, br',
      ...(body === null || body === undefined
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    lookup: lookupOf(addresses),
    // A name's addresses are tried one beside the other, so that one without an answer costs little.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    ...(isTls ? await outwardTls(reach) : {}),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, options);
    // The system has the last byte of it.
    asked.once('finish', onLeft);
    asked.once('error', reject);
    asked.once('response', resolve);
    // Another protocol than the one that was asked for.
    asked.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('upgraded'));
    });
    asked.once('close', () => reject(new Error('closed')));
    asked.end(body ?? undefined);
  });
}

function withoutOurs(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !['content-length', 'accept-encoding', 'connection'].includes(name)),
  );
}

async function readAnswer(
  url: URL,
  answer: IncomingMessage,
  maxBytes: number,
): Promise<OutwardResult> {
  const tooMuch: OutwardResult = {
    kind: 'refused',
    why: `${url.host} answers with more than ${maxBytes.toLocaleString('en-US')} bytes`,
  };
  const chunks: Buffer[] = [];
  let size = 0;
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
  const headers = headersOf(answer);
  const body = unpacked(Buffer.concat(chunks), headers['content-encoding'] ?? '', maxBytes);
  switch (body.kind) {
    case 'bytes': {
      const { bytes } = body;
      return {
        kind: 'answer',
        answer: { status: answer.statusCode ?? 0, headers, body: bytes, url: url.href },
      };
    }
    case 'too-much':
      return tooMuch;
    case 'unreadable':
      return { kind: 'no-answer', why: `${url.host}: its answer cannot be unpacked` };
  }
}

async function readBeginning(
  url: URL,
  answer: IncomingMessage,
  maxBytes: number,
): Promise<OutwardResult> {
  const headers = headersOf(answer);
  const chunks: Buffer[] = [];
  let left = maxBytes;
  try {
    const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
    if (isPlain && maxBytes > 0)
      for await (const chunk of answer) {
        const bytes: unknown = chunk;
        if (!Buffer.isBuffer(bytes)) continue;
        chunks.push(bytes.subarray(0, left));
        left -= bytes.length;
        if (left <= 0) break;
      }
  } catch {
    // It broke off, or the time is over: its head was there.
  }
  answer.destroy();
  const body = Buffer.concat(chunks);
  return {
    kind: 'answer',
    answer: { status: answer.statusCode ?? 0, headers, body, url: url.href },
  };
}

function headersOf(answer: IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return headers;
}

type Unpacked =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-much' }
  | { readonly kind: 'unreadable' };

/** What a body is once it is unpacked, at most so many bytes: some hundred packed ones can become gigabytes. */
function unpacked(body: Uint8Array, encoding: string, maxOutputLength: number): Unpacked {
  if (body.length === 0) return { kind: 'bytes', bytes: body };
  try {
    const bytes = unpack(body, encoding.trim().toLowerCase(), maxOutputLength);
    return bytes === null ? { kind: 'unreadable' } : { kind: 'bytes', bytes };
  } catch (thrown) {
    const isTooMuch = systemErrorCode(thrown) === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isTooMuch ? 'too-much' : 'unreadable' };
  }
}

/** `null`: not one of those that were asked for. */
function unpack(body: Uint8Array, encoding: string, maxOutputLength: number): Uint8Array | null {
  switch (encoding) {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(body, { maxOutputLength });
    case 'deflate': {
      // Some servers leave the two bytes of its head out.
      const hasHead =
        ((body[0] ?? 0) & 0x0f) === 8 && (((body[0] ?? 0) << 8) + (body[1] ?? 0)) % 31 === 0;
      return hasHead
        ? inflateSync(body, { maxOutputLength })
        : inflateRawSync(body, { maxOutputLength });
    }
    case 'br':
      return brotliDecompressSync(body, { maxOutputLength });
    default:
      return null;
  }
}
