/**
 * One connection to the proxy: one request, and then it ends. Nothing of the client goes out before its target was
 * judged, and nothing after what was judged.
 */
import { Buffer } from 'node:buffer';
import { type Duplex, Transform, type TransformCallback } from 'node:stream';

import { oneLine } from '../../words/text.ts';
import type { DenialCount, Dialler, Decision, Gate } from './gate.ts';
import { type Deadlines, closeWith, joinConnections } from './join-connections.ts';
import {
  answerClient,
  readHead,
  forwardedHead,
  type Framing,
  framingOf,
  parseRequestHead,
  type RequestHead,
  readAbsoluteForm,
  readAuthority,
  type Target,
  targetText,
} from './request-head.ts';

// Lets exactly one body through and nothing after it: a second request hidden behind the first would reach the server
// without having been looked at. Chunks are written again, so that no server reads their frames differently than we did.

const MAX_LINE = 1_024;

/** What comes after the body is dropped. It fails when the frames are broken. */
export function oneBody(framing: Framing): Transform {
  return framing.kind === 'chunked' ? new ChunkedBody() : new CountedBody(framing);
}

class CountedBody extends Transform {
  #left: number;

  constructor(framing: { readonly kind: 'none' } | { readonly kind: 'length'; bytes: number }) {
    super();
    this.#left = framing.kind === 'none' ? 0 : framing.bytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const taken = chunk.subarray(0, this.#left);
    this.#left -= taken.length;
    done(null, taken.length === 0 ? undefined : taken);
  }
}

type Place = 'size' | 'bytes' | 'bytes-end' | 'trailer' | 'over';

class ChunkedBody extends Transform {
  #place: Place = 'size';
  #left = 0;
  #line = '';

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length && this.#place !== 'over') {
      const next = this.#place === 'bytes' ? this.#takeBytes(chunk, at) : this.#takeLine(chunk, at);
      if (next === null) {
        done(new Error('the chunks of the body are broken'));
        return;
      }
      at = next;
    }
    done();
  }

  #takeBytes(chunk: Buffer, at: number): number {
    const taken = chunk.subarray(at, at + this.#left);
    this.#left -= taken.length;
    this.push(Buffer.from(`${taken.length.toString(16)}\r\n`));
    this.push(taken);
    this.push(Buffer.from('\r\n'));
    if (this.#left === 0) this.#place = 'bytes-end';
    return at + taken.length;
  }

  /** Where the line ends; `null` when it is none. */
  #takeLine(chunk: Buffer, at: number): number | null {
    const end = chunk.indexOf(0x0a, at);
    const part = chunk.subarray(at, end === -1 ? chunk.length : end + 1);
    this.#line += part.toString('latin1');
    if (this.#line.length > MAX_LINE) return null;
    if (end !== -1) {
      if (!this.#line.endsWith('\r\n')) return null;
      const line = this.#line.slice(0, -2);
      this.#line = '';
      if (!this.#readLine(line)) return null;
    }
    return at + part.length;
  }

  #readLine(line: string): boolean {
    switch (this.#place) {
      case 'size':
        if (!/^[0-9a-fA-F]{1,8}([ \t]*;[^\r\n]*)?$/.test(line)) return false;
        this.#left = Number.parseInt(line, 16);
        this.#place = this.#left === 0 ? 'trailer' : 'bytes';
        return true;
      case 'bytes-end':
        this.#place = 'size';
        return line === '';
      case 'trailer':
        if (line !== '') return true;
        this.#place = 'over';
        this.push(Buffer.from('0\r\n\r\n'));
        return true;
      case 'bytes':
      case 'over':
        return false;
    }
  }
}

export interface ProxyParts {
  readonly gate: Gate;
  readonly dialler: Dialler;
  readonly denied: DenialCount;
  readonly deadlines: Deadlines;
}

/** For the head of the request, as a whole. */
const HEAD_MS = 10_000;
/** For finding and reaching the target. */
const REACH_MS = 60_000;
/** Without a byte in either direction. Models think for minutes. */
const IDLE_MS = 15 * 60_000;

/** Never rejects; the connection is ended whatever happens. */
export async function serveClient(client: Duplex, parts: ProxyParts): Promise<void> {
  parts.deadlines.set(client, HEAD_MS);
  try {
    const got = await readHead(client);
    if (got.kind === 'ended') client.destroy();
    else if (got.kind === 'too-large')
      answerClient(
        client,
        '431 Request Header Fields Too Large',
        'the head of the request is too large',
      );
    else await serve(client, parseRequestHead(got.text), parts);
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    answerClient(client, '502 Bad Gateway', oneLine(text));
  }
}

async function serve(client: Duplex, head: RequestHead | null, parts: ProxyParts): Promise<void> {
  parts.deadlines.set(client, REACH_MS);
  if (head === null)
    answerClient(client, '400 Bad Request', 'this is not a request that a proxy reads');
  else if (head.method === 'CONNECT') await serveTunnel(client, head, parts);
  else await serveRequest(client, head, parts);
}

async function serveTunnel(client: Duplex, head: RequestHead, parts: ProxyParts): Promise<void> {
  const reading = readAuthority(head.target);
  if (reading.kind === 'odd') {
    refuse(client, parts, { target: head.target, why: reading.why });
    return;
  }
  const { target } = reading;
  const { dialler } = parts;
  const decision = await parts.gate(target);
  if (!isOpen(decision)) {
    turnAway(client, parts, { target, decision });
    return;
  }
  const server =
    decision.kind === 'via'
      ? await dialler.through(decision.proxy, target)
      : await dialler.direct(decision.addresses, target.port);
  if (isGone(client, server)) return;
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  parts.deadlines.set(client, IDLE_MS);
  joinConnections(client, server, () => parts.deadlines.set(client, IDLE_MS));
}

async function serveRequest(client: Duplex, head: RequestHead, parts: ProxyParts): Promise<void> {
  const form = readAbsoluteForm(head.target);
  const framing = framingOf(head);
  if ('kind' in form) {
    refuse(client, parts, { target: head.target, why: form.why });
    return;
  }
  if (framing === null) {
    answerClient(client, '400 Bad Request', 'the length of the body is not said clearly');
    return;
  }
  const { target, path } = form;
  const decision = await parts.gate(target);
  if (!isOpen(decision)) {
    turnAway(client, parts, { target, decision });
    return;
  }
  const via = decision.kind === 'via' ? decision.proxy : null;
  const server =
    decision.kind === 'via'
      ? await parts.dialler.proxy(decision.proxy)
      : await parts.dialler.direct(decision.addresses, target.port);
  if (isGone(client, server)) return;
  const host = target.port === 80 ? targetText(target).replace(/:80$/, '') : targetText(target);
  const authorization = via?.authorization ?? null;
  const sent = forwardedHead({
    head,
    target: via === null ? path : `http://${host}${path}`,
    host,
    extra: authorization === null ? [] : [['proxy-authorization', authorization]],
  });
  server.write(Buffer.from(sent, 'latin1'));
  const busy = (): void => parts.deadlines.set(client, IDLE_MS);
  busy();
  const body = oneBody(framing);
  body.once('error', () => {
    client.destroy();
    server.destroy();
  });
  client.on('data', busy);
  server.on('data', busy);
  // The end of the body is in its frames; a half-closed connection means to servers that no client waits.
  client.pipe(body).pipe(server, { end: false });
  server.pipe(client);
  closeWith(client, server);
  closeWith(server, client);
}

function isOpen(decision: Decision): decision is Extract<Decision, { kind: 'open' | 'via' }> {
  return decision.kind === 'open' || decision.kind === 'via';
}

/** The client may have gone while its target was looked for. */
function isGone(client: Duplex, server: Duplex): boolean {
  if (client.destroyed) server.destroy();
  return client.destroyed;
}

function turnAway(
  client: Duplex,
  parts: ProxyParts,
  refused: {
    readonly target: Target;
    readonly decision: Extract<Decision, { kind: 'refused' | 'unresolved' }>;
  },
): void {
  const { decision } = refused;
  const target = targetText(refused.target);
  if (decision.kind === 'refused') refuse(client, parts, { target, why: decision.why });
  else answerClient(client, '502 Bad Gateway', `${target} ${decision.why}`);
}

function refuse(
  client: Duplex,
  { denied }: ProxyParts,
  { target, why }: { readonly target: string; readonly why: string },
): void {
  denied.add(target, why);
  answerClient(client, '403 Forbidden', `${oneLine(target, 300)} ${why}`);
}
