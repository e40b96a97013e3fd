/**
 * A small HTTP server for strangers: raw bytes, and a limit on everything. Requests that are refused by their head
 * are answered before their body is read.
 */
import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { HttpPeer } from './peer-user.ts';

export interface HttpHead {
  readonly method: string;
  /** As it came, neither decoded nor normalized. */
  readonly target: string;
  /** Names in lower case; in order, repeated ones repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Follows the body, piece by piece as they come, in place of a length; the connection ends with it. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
}

export interface HttpSite {
  /** An answer ends the request here; `null` lets its body in. */
  head(head: HttpHead, peer: HttpPeer): HttpAnswer | null;
  /** An error is reported as a warning and answered with 500. @param gone aborted when either side ended the connection */
  whole(head: HttpHead, body: Uint8Array, gone: AbortSignal): Promise<HttpAnswer>;
  tooLarge(): HttpAnswer;
}

export interface HttpLimits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** For the head of a request, and for all of it, from its first byte. */
  readonly headMs: number;
  readonly requestMs: number;
  /** Between two requests of one connection. */
  readonly idleMs: number;
}

export interface HttpServer {
  readonly port: number;
  /** Requests whose body has come are answered; the others are cut off. */
  close(): Promise<void>;
}

/** Rejects with the system's error when the address cannot be had. */
export async function serveHttp(request: {
  readonly host: string;
  readonly port: number;
  readonly limits: HttpLimits;
  readonly site: HttpSite;
  /** What goes wrong with the server itself later on, such as too many open files; it continues. */
  readonly warn: (problem: string) => void;
}): Promise<HttpServer> {
  const { limits, site, host, port, warn } = request;
  const open = new Set<Socket>();
  // Those that were promised an answer: their body has come.
  const owed = new Set<Socket>();
  let closing = false;
  const take = (message: IncomingMessage, response: ServerResponse): void => {
    const { socket } = message;
    const gone = new AbortController();
    response.once('close', () => {
      owed.delete(socket);
      gone.abort();
      if (closing) socket.destroySoon();
    });
    const whole: HttpSite['whole'] = async (head, body, signal) => {
      owed.add(socket);
      const answer = await site.whole(head, body, signal).catch((thrown: unknown) => {
        warn(`${head.method} ${head.target.slice(0, 200)} failed: ${wordsOf(thrown)}`);
        return FAILED;
      });
      // Closing does not wait for a stream: it may go on for ever.
      if (answer.stream !== undefined) owed.delete(socket);
      if (answer.stream !== undefined && closing) socket.destroySoon();
      return answer;
    };
    const guarded = { ...site, whole };
    const isClosing = (): boolean => closing;
    receive({ message, response, site: guarded, limits, isClosing, gone: gone.signal, warn });
  };
  const server = createServer(serverOptions(limits), take);
  server.maxConnections = limits.connections;
  server.on('checkContinue', take);
  // Node's own closing forgets connections on which no request has begun.
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await listening(server, host, port);
  server.on('error', (thrown) => request.warn(thrown.message));
  return {
    port: portOf(server),
    close: async () => {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) if (!owed.has(socket)) socket.destroy();
      await closed;
    },
  };
}

function serverOptions(limits: HttpLimits): Parameters<typeof createServer>[0] {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.max(20, Math.min(1_000, limits.headMs / 2)),
  };
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly site: HttpSite;
  readonly limits: HttpLimits;
  readonly isClosing: () => boolean;
  readonly gone: AbortSignal;
  readonly warn: (problem: string) => void;
}

const FAILED: HttpAnswer = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'something went wrong here; the log of the daemon says what\n',
};

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function receive(exchange: Exchange): void {
  const { message, response, site, limits } = exchange;
  const head = headOf(message);
  const chunks: Buffer[] = [];
  let size = 0;
  let answered = false;
  const answer = (with_: HttpAnswer): void => {
    answered = true;
    chunks.length = 0;
    respond(exchange, with_);
  };
  // A client that disconnects early gets no answer.
  message.on('error', () => undefined);
  response.on('error', () => undefined);
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (!answered && size <= limits.bodyBytes) chunks.push(chunk);
    else if (!answered) answer(site.tooLarge());
    // Reading on lets the answer arrive before the connection ends; but not for ever.
    else if (size > 8 * limits.bodyBytes) message.destroy();
  });
  message.on('end', () => {
    if (answered) return;
    answered = true;
    // An answer that cannot be written, such as one with a header that is none, ends this connection and nothing else.
    void site
      .whole(head, Buffer.concat(chunks), exchange.gone)
      .then(answer)
      .catch((thrown: unknown) => {
        exchange.warn(`an answer could not be written: ${wordsOf(thrown)}`);
        response.destroy();
      });
  });
  const declared = Number(message.headers['content-length'] ?? 0);
  const refused =
    site.head(head, peerOf(message)) ?? (declared > limits.bodyBytes ? site.tooLarge() : null);
  if (refused !== null) answer(refused);
  else if (message.headers.expect !== undefined) response.writeContinue();
}

function respond({ response, isClosing }: Exchange, answer: HttpAnswer): void {
  if (response.destroyed || response.headersSent) {
    void dropStream(answer.stream);
    return;
  }
  if (answer.stream !== undefined) {
    void follow(response, answer, answer.stream);
    return;
  }
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
    ...(isClosing() ? { connection: 'close' } : {}),
  });
  response.end(answer.body);
}

/** Never rejects: no caller awaits it. */
async function dropStream(stream: HttpAnswer['stream']): Promise<void> {
  try {
    await stream?.[Symbol.asyncIterator]().return?.();
  } catch {
    // The client is gone.
  }
}

/** No faster than it is read at the other end. */
async function follow(
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
  stream: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    response.writeHead(status, { ...headers, connection: 'close' });
    response.flushHeaders();
    if (body.length > 0) response.write(body);
    for await (const piece of stream) {
      if (response.destroyed) return;
      if (!response.write(piece)) await drained(response);
    }
    response.end();
  } catch {
    // Cut off, so that the client does not take it for complete.
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

function headOf({ method, url, rawHeaders }: IncomingMessage): HttpHead {
  const headers: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.push([(rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '']);
  return { method: method ?? '', target: url ?? '', headers };
}

const peers = new WeakMap<Socket, HttpPeer>();

/** One and the same for all requests of a connection. */
function peerOf({ socket }: IncomingMessage): HttpPeer {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const { remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 } = socket;
  const peer = { address: remoteAddress, port: remotePort, localAddress, localPort };
  peers.set(socket, peer);
  return peer;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
