/**
 * One connection to the proxy: one request, and then it ends. Nothing of the client goes out before its target was
 * judged, and nothing after what was judged.
 */
import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import { oneLine } from '../../words/text.ts';
import { answerClient } from './answer-client.ts';
import type { Deadlines } from './deadlines.ts';
import type { DenialCount } from './denial-count.ts';
import type { Dialler } from './dial-out.ts';
import type { Decision, Gate } from './gate.ts';
import { closeWith, joinConnections } from './join-connections.ts';
import { readHead } from './read-head.ts';
import { oneBody } from './request-body.ts';
import { forwardedHead, framingOf, parseRequestHead, type RequestHead } from './request-head.ts';
import { readAbsoluteForm, readAuthority, targetText, type Target } from './targets.ts';

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
