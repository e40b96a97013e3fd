/** A server on loopback that takes what is sent, and answers as a test says. Closed when the test ends. */
import { createServer, type IncomingHttpHeaders } from 'node:http';

import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HookReceiver {
  readonly origin: string;
  readonly got: readonly ReceivedRequest[];
  /** Of one header, each value once, in the order of arrival. */
  idsIn(header: string): readonly string[];
}

/** @param answer `never`: nobody ever answers. A list: one after the other, the last one for all that follow */
export async function hookReceiver(
  answer: ReceiverAnswer | readonly ReceiverAnswer[] | 'never' = { status: 200, body: 'ok' },
): Promise<HookReceiver> {
  const got: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      got.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (answer === 'never') return;
      const list = Array.isArray(answer) ? answer : [answer];
      const now = list[Math.min(got.length, list.length) - 1];
      response.writeHead(now.status, now.headers ?? {}).end(now.body ?? '');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    got,
    idsIn: (header) => [...new Set(got.map(({ headers }) => String(headers[header])))],
  };
}
