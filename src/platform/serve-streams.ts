/** An HTTP server whose requests and answers are streams: nothing is gathered, either side slows the other down. Built-ins only. */
import { chmod } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** Names as they came, in order, repeated ones repeated. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface StreamedRequest {
  readonly method: string;
  /** As it came, neither decoded nor normalized. */
  readonly target: string;
  readonly headers: HeaderLines;
  readonly body: Readable;
  /** Whether it wants to continue with another protocol. */
  readonly upgrade: boolean;
}

export interface StreamedReply {
  /** Once. What is written to the stream is the body. */
  readonly begin: (status: number, headers: HeaderLines) => Writable;
  readonly begun: () => boolean;
  /** Ends the connection at once, as a server that broke down would. */
  readonly cut: () => void;
  /** Aborts when the client went away before the answer was whole. */
  readonly gone: AbortSignal;
}

export type StreamPlace =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'loopback'; readonly port: number };

export interface StreamServer {
  /** On loopback; 0 for one on a socket. */
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 256;
const MAX_HEADER_BYTES = 64 * 1024;
const HEAD_MS = 30_000;
/** Longer than any client keeps one: of two that close at the same moment one would lose a request. */
const KEEP_MS = 10 * 60_000;

/** Rejects with the system's error when the place cannot be had. Only this user may connect to a socket. */
export async function serveStreams(
  place: StreamPlace,
  onRequest: (request: StreamedRequest, reply: StreamedReply) => void,
): Promise<StreamServer> {
  const take = (message: IncomingMessage, response: ServerResponse): void =>
    onRequest(requestOf(message), replyOf(response));
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEAD_MS,
      requestTimeout: 0,
      keepAliveTimeout: KEEP_MS,
      noDelay: true,
    },
    take,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    response.writeContinue();
    take(message, response);
  });
  await listening(server, place);
  server.on('error', () => undefined);
  if (place.kind === 'socket') await chmod(place.path, 0o600);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requestOf(message: IncomingMessage): StreamedRequest {
  // A client that disconnects early gets no answer.
  message.on('error', () => undefined);
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    headers: headerLines(message.rawHeaders),
    body: message,
    upgrade: message.headers.upgrade !== undefined,
  };
}

function replyOf(response: ServerResponse): StreamedReply {
  const gone = new AbortController();
  response.on('error', () => undefined);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    begin: (status, headers) => {
      response.writeHead(status, headers.flat());
      response.flushHeaders();
      return response;
    },
    begun: () => response.headersSent,
    cut: () => response.destroy(),
    gone: gone.signal,
  };
}

export function headerLines(raw: readonly string[]): HeaderLines {
  const lines: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) lines.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return lines;
}

function listening(server: Server, place: StreamPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const done = (): void => {
      server.off('error', reject);
      resolve();
    };
    if (place.kind === 'socket') server.listen(place.path, done);
    else server.listen({ host: '127.0.0.1', port: place.port, exclusive: true }, done);
  });
}
