/**
 * One HTTP request whose body and answer are streams, over TLS where the address says so, directly or through the user's own
 * proxy. No redirect is followed, nothing is tried twice. Built-ins only.
 */
import {
  Agent as PlainAgent,
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';

import type { UpstreamProxy } from '../words/network-plan.ts';
import { headerLines, type HeaderLines } from './serve-streams.ts';

export interface ServerAddress {
  readonly tls: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

export interface ServerQuestion {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  /** With `host`. */
  readonly headers: HeaderLines;
  /** `null`: none. An unexpected body is sent without framing, and read as the next request on the connection. */
  readonly body: Readable | null;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: Readable;
  /** When nothing more of the body comes: whether it came whole. Never rejects. */
  readonly ended: Promise<boolean>;
}

export interface ServerLink {
  /** Rejects with the system's error when there is no answer. */
  readonly ask: (question: ServerQuestion) => Promise<ServerAnswer>;
  readonly close: () => void;
}

/** Shorter than servers keep an idle connection: one that they close as it is used again would lose a request. */
const KEEP_IDLE_MS = 4_000;
const TUNNEL_MS = 30_000;

/** Connections are kept for the next question. */
export function linkServer(address: ServerAddress, proxy: UpstreamProxy | null): ServerLink {
  const options = { keepAlive: true, timeout: KEEP_IDLE_MS };
  const agent = address.tls ? new TlsAgent(options) : new PlainAgent(options);
  return {
    ask: async (question) => {
      const request = await opened(address, question, { agent, proxy });
      return answered(request, question);
    },
    close: () => agent.destroy(),
  };
}

interface Way {
  readonly agent: PlainAgent;
  readonly proxy: UpstreamProxy | null;
}

async function opened(
  address: ServerAddress,
  question: ServerQuestion,
  { agent, proxy }: Way,
): Promise<ClientRequest> {
  const { tls, host, port } = address;
  const { method, target, headers, signal } = question;
  const common: RequestOptions = { method, headers: headers.flat(), signal, setHost: false };
  if (proxy === null) {
    const options = { ...common, host, port, path: target, agent };
    return tls ? tlsRequest({ ...options, servername: serverName(host) }) : plainRequest(options);
  }
  if (tls) {
    const socket = await tunnel(proxy, address, signal);
    const secured = tlsConnect({ socket, servername: serverName(host) });
    // An agent of any kind, also `false`, would connect by itself, past the proxy.
    return tlsRequest({ ...common, path: target, createConnection: () => secured });
  }
  const authorization = proxy.authorization === null ? [] : proxyLine(proxy.authorization);
  return plainRequest({
    ...common,
    headers: [...headers.flat(), ...authorization],
    host: proxy.host,
    port: proxy.port,
    path: `http://${authorityOf(address)}${target}`,
    agent,
  });
}

function answered(request: ClientRequest, { body }: ServerQuestion): Promise<ServerAnswer> {
  return new Promise((resolve, reject) => {
    // Stays: what breaks after the answer has begun is the body's to tell.
    request.on('error', reject);
    request.once('upgrade', (_: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      reject(new Error('it continues with another protocol'));
    });
    request.once('response', (message: IncomingMessage) => {
      message.on('error', () => undefined);
      const { statusCode: status = 0 } = message;
      if (status < 200) {
        request.destroy();
        reject(new Error(`its answer has the status ${status}`));
        return;
      }
      resolve({
        status,
        headers: headerLines(message.rawHeaders),
        body: message,
        ended: new Promise((resolve) => message.once('close', () => resolve(message.complete))),
      });
    });
    if (body === null) {
      request.end();
      return;
    }
    body.once('error', () => request.destroy());
    body.pipe(request);
  });
}

function tunnel(
  { host, port, authorization }: UpstreamProxy,
  address: ServerAddress,
  signal: AbortSignal,
): Promise<Duplex> {
  const path = authorityOf(address);
  return new Promise((resolve, reject) => {
    const asked = plainRequest({
      host,
      port,
      method: 'CONNECT',
      path,
      agent: false,
      signal,
      timeout: TUNNEL_MS,
      setHost: false,
      headers: ['host', path, ...(authorization === null ? [] : proxyLine(authorization))],
    });
    asked.on('error', reject);
    asked.once('timeout', () => asked.destroy(new Error('the proxy of this machine is silent')));
    const refused = (message: IncomingMessage): void => {
      asked.destroy();
      reject(new Error(`the proxy of this machine answered ${message.statusCode ?? 'nothing'}`));
    };
    asked.once('response', refused);
    asked.once('connect', (message: IncomingMessage, socket: Duplex) => {
      const { statusCode = 0 } = message;
      if (statusCode >= 200 && statusCode < 300) resolve(socket);
      else refused(message);
    });
    asked.end();
  });
}

function proxyLine(authorization: string): readonly string[] {
  return ['proxy-authorization', authorization];
}

function authorityOf({ host, port }: ServerAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Of an address there is none. */
function serverName(host: string): string {
  return /^[\d.]+$|:/.test(host) ? '' : host;
}

const WITHIN_MS = 3_000;

/** Whether anything there answers a plain request for `/`, however it does. Never rejects. */
export function askHttp({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(WITHIN_MS, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.once('data', () => settle(true));
    socket.once('connect', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`);
    });
  });
}
