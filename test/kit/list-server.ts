/** A service on loopback that answers as a test says; what it was asked is kept. */
import { createServer, type IncomingMessage } from 'node:http';

import { afterEach } from 'vitest';

export interface ListCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ListAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is not text or bytes is sent as JSON. */
  readonly body?: unknown;
  /** The connection is cut after so many bytes. */
  readonly cutAt?: number;
}

export interface ListServer {
  /** `http://127.0.0.1:40001`. */
  readonly base: string;
  readonly asked: readonly ListCall[];
  /** From now on it answers so. */
  answer: (call: ListCall) => ListAnswer;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

export async function listServer(answer: (call: ListCall) => ListAnswer): Promise<ListServer> {
  const asked: ListCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call: ListCall = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', made.base),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(call);
      const { status = 200, headers = {}, body = [], cutAt } = made.answer(call);
      const bytes =
        body instanceof Uint8Array
          ? body
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (cutAt === undefined) response.end(bytes);
      else response.write(bytes.subarray(0, cutAt), () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const made: ListServer & { base: string } = { base: `http://127.0.0.1:${port}`, asked, answer };
  return made;
}
