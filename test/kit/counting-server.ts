/** A server on loopback that counts who reaches it, whatever it then says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface CountingServer {
  readonly port: number;
  readonly origin: string;
  /** Connections, also those on which nothing was asked. */
  readonly reached: () => number;
  /** `METHOD /path` of each request. */
  readonly asked: readonly string[];
  /** Ends it, with all that is open. */
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export async function countingServer(
  answer: Answer = (_request, response) => void response.end('reached'),
  given: {
    readonly host?: string;
    readonly tls?: { readonly key: string; readonly cert: string };
  } = {},
): Promise<CountingServer> {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const chunks: string[] = [];
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => chunks.push(chunk));
    request.on('end', () => answer(request, response, chunks.join('')));
  };
  const server: Server =
    given.tls === undefined ? createServer(listener) : createTlsServer(given.tls, listener);
  let reached = 0;
  server.on('connection', () => (reached += 1));
  const { host = '127.0.0.1' } = given;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = addressOf(server);
  return {
    port,
    origin: `${given.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    reached: () => reached,
    asked,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('it does not listen');
  return address;
}
