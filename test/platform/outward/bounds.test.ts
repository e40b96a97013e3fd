import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OutwardRequest, OutwardResult } from '../../../src/platform/outward/contract.ts';
import { outwardFetch, outwardRequest } from '../../../src/platform/outward/outward-request.ts';
import { countingServer } from '../../kit/counting-server.ts';
import { makePrivateAuthority, type PrivateAuthority } from '../../kit/private-authority.ts';

const NEAR = { private: true, ca: null };

async function get(url: string, more: Partial<OutwardRequest> = {}): Promise<OutwardResult> {
  return outwardRequest({ url, method: 'GET', headers: {}, reach: NEAR, ...more });
}

/** A server that speaks bytes. */
async function rawServer(speak: (socket: Socket) => void): Promise<{
  readonly origin: string;
  readonly close: () => Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** As fast as it is taken, until it is closed. */
function flood(socket: Socket, piece: string): void {
  while (!socket.destroyed && socket.write(piece));
  if (!socket.destroyed) socket.once('drain', () => flood(socket, piece));
}

describe('an answer of which the beginning is enough', () => {
  const first = { maxBytes: 4, answer: 'beginning' as const, timeoutMs: 1_000 };

  it('is one whatever its length, and no more of it is read', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      flood(socket, 'x'.repeat(60_000));
    });
    const got = await get(server.origin, first);
    expect(got).toMatchObject({ kind: 'answer', answer: { status: 200 } });
    expect(got.kind === 'answer' ? Buffer.from(got.answer.body).toString() : '').toBe('xxxx');
    expect(await get(server.origin, { ...first, maxBytes: 0 })).toMatchObject({
      kind: 'answer',
      answer: { status: 200 },
    });
    await server.close();
  });

  it.each([
    ['breaks off', 'HTTP/1.1 201 OK\r\ncontent-length: 99\r\n\r\nab', true],
    ['never ends', 'HTTP/1.1 201 OK\r\ncontent-length: 99\r\n\r\nab', false],
    ['is packed badly', 'HTTP/1.1 201 OK\r\ncontent-encoding: gzip\r\n\r\nnothing', true],
  ])('is one though it %s', async (_, text, ends) => {
    const server = await rawServer((socket) => {
      socket.write(text);
      if (ends) socket.end();
    });
    expect(await get(server.origin, first)).toMatchObject({
      kind: 'answer',
      answer: { status: 201 },
    });
    await server.close();
  });
});

describe('an answer', () => {
  it('that is as large as it may be is taken, and not one byte more', async () => {
    const server = await countingServer((request, response) => {
      response.end('x'.repeat(Number(request.url?.slice(1))));
    });
    const most = { maxBytes: 1_000 };
    expect(await get(`${server.origin}/1000`, most)).toMatchObject({ kind: 'answer' });
    expect(await get(`${server.origin}/1001`, most)).toEqual({
      kind: 'refused',
      why: `127.0.0.1:${server.port} answers with more than 1,000 bytes`,
    });
    await server.close();
  });

  it.each(['HTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'])(
    'without an end is ended: %j',
    async (head) => {
      const server = await rawServer((socket) => {
        socket.write(head);
        flood(
          socket,
          head.includes('chunked')
            ? '4000\r\n'.concat('x'.repeat(0x4000), '\r\n')
            : 'x'.repeat(0x4000),
        );
      });
      expect(await get(server.origin, { maxBytes: 1_000_000 })).toMatchObject({ kind: 'refused' });
      await server.close();
    },
  );

  it.each([
    ['one huge header', 'HTTP/1.1 200 OK\r\nx: ', 'x'.repeat(0x4000)],
    ['headers without an end', 'HTTP/1.1 200 OK\r\n', 'x-one: two\r\n'.repeat(100)],
    ['a status line without an end', 'HTTP/1.1 200 ', 'x'.repeat(0x4000)],
  ])('with %s is ended', async (_what, head, piece) => {
    const server = await rawServer((socket) => {
      socket.write(head);
      flood(socket, piece);
    });
    const result = await get(server.origin);
    expect(result).toMatchObject({ kind: 'no-answer' });
    expect(JSON.stringify(result)).toMatch(/too many headers|does not speak HTTP|broke/);
    await server.close();
  });

  it('that drips is ended in time', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => {
        if (socket.destroyed) clearInterval(drip);
        else socket.write('x');
      }, 10);
    });
    const began = performance.now();
    expect(await get(server.origin, { timeoutMs: 300 })).toEqual({
      kind: 'no-answer',
      why: `${new URL(server.origin).host}: no answer in time`,
    });
    expect(performance.now() - began).toBeLessThan(5_000);
    await server.close();
  });

  it('that never comes is ended in time, also after a hundred promises', async () => {
    for (const text of ['', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)]) {
      const server = await rawServer((socket) => void socket.write(text));
      expect(await get(server.origin, { timeoutMs: 200 })).toMatchObject({
        why: expect.stringContaining('no answer in time'),
      });
      await server.close();
    }
  });

  it('is waited for as long as the caller wants, and no longer', async () => {
    const stop = new AbortController();
    const server = await rawServer(() => stop.abort());
    expect(await get(server.origin, { signal: stop.signal })).toEqual({
      kind: 'no-answer',
      why: `${new URL(server.origin).host}: it was called off`,
    });
    expect(await get(server.origin, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'no-answer',
    });
    await server.close();
  });

  it('of a name service that never comes is ended in time', async () => {
    const names = {
      resolve: async () => new Promise<string[]>(() => undefined),
      ownAddresses: () => [],
    };
    const request = { url: 'http://slow.example/', method: 'GET' as const, headers: {} };
    const result = await outwardRequest({ ...request, reach: NEAR, timeoutMs: 100 }, names);
    expect(result).toEqual({ kind: 'no-answer', why: 'slow.example: no answer in time' });
  });

  it('that is packed is unpacked, within its bound', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const server = await countingServer((request, response) => {
      const encoding = request.url === '/odd' ? 'zstd' : 'gzip';
      const bytes =
        request.url === '/bomb'
          ? bomb
          : request.url === '/torn'
            ? bomb.subarray(0, 50)
            : gzipSync('here');
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    });
    const good = await get(`${server.origin}/`);
    expect(good.kind === 'answer' && Buffer.from(good.answer.body).toString()).toBe('here');
    expect(await get(`${server.origin}/bomb`)).toMatchObject({ kind: 'refused' });
    for (const path of ['/torn', '/odd']) {
      expect(await get(`${server.origin}${path}`)).toMatchObject({
        kind: 'no-answer',
        why: `127.0.0.1:${server.port}: its answer cannot be unpacked`,
      });
    }
    await server.close();
  });

  it.each([
    ['nothing', ''],
    ['what is not an HTTP', '220 mail.example ESMTP\r\n'],
    ['half of one', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
  ])('of %s is none', async (_what, text) => {
    const server = await rawServer((socket) => socket.end(text));
    expect(await get(server.origin, { timeoutMs: 5_000 })).toMatchObject({ kind: 'no-answer' });
    await server.close();
  });
});

describe('a request', () => {
  it('says of itself what is so, and nothing by hand', async () => {
    const server = await countingServer((request, response, body) => {
      response.end(JSON.stringify({ headers: request.headers, body }));
    });
    const result = await outwardRequest({
      url: `${server.origin}/`,
      method: 'POST',
      headers: { 'Content-Length': '3', 'ACCEPT-ENCODING': 'zstd', 'X-One': 'é' },
      body: 'größer',
      reach: NEAR,
    });
    const text = result.kind === 'answer' ? Buffer.from(result.answer.body).toString() : '';
    expect(JSON.parse(text)).toMatchObject({
      headers: { 'content-length': '8', 'accept-encoding': 'gzip, deflate, br' },
      body: 'größer',
    });
    for (const headers of [
      { host: 'elsewhere.example' },
      { 'Transfer-Encoding': 'chunked' },
      { upgrade: 'x' },
      { 'x-one': 'a\r\nx-two: b' },
      { 'x one': 'a' },
      { 'x-one': 'a\u0000' },
    ]) {
      expect(await get(`${server.origin}/`, { headers })).toMatchObject({ kind: 'refused' });
    }
    expect(server.asked).toHaveLength(1);
    await server.close();
  });

  it('goes out as a library wants it, with the same guard', async () => {
    const server = await countingServer((request, response, body) => {
      response.writeHead(request.url === '/none' ? 204 : 201, { 'x-had': body }).end();
    });
    const near = outwardFetch(NEAR);
    const made = await near(`${server.origin}/`, { method: 'POST', body: 'a' });
    expect([made.status, made.headers.get('x-had'), made.url]).toEqual([
      201,
      'a',
      `${server.origin}/`,
    ]);
    expect((await near(`${server.origin}/none`)).status).toBe(204);
    const far = outwardFetch({ private: false, ca: null });
    await expect(far(`${server.origin}/`)).rejects.toMatchObject({ kind: 'refused' });
    await expect(near(`http://user:hunter22@127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      kind: 'refused',
      message: 'it is not a request to an http or https address',
    });
    expect(server.asked).toHaveLength(2);
    await server.close();
  });
});

describe('certificates', () => {
  let authority: PrivateAuthority;
  beforeAll(() => {
    authority = makePrivateAuthority();
  });
  afterAll(() => authority.remove());

  it('of an authority that nobody knows are not taken, whatever the environment says', async () => {
    const server = await countingServer(undefined, { tls: authority.certify(['IP:127.0.0.1']) });
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await get(`${server.origin}/`)).toEqual({
        kind: 'no-answer',
        why: `127.0.0.1:${server.port}: its certificate is signed by an unknown authority`,
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(server.asked).toEqual([]);
    await server.close();
  });

  it('of an authority that the connection names are', async () => {
    const server = await countingServer(undefined, { tls: authority.certify(['IP:127.0.0.1']) });
    const reach = { private: true, ca: authority.ca };
    expect(await get(`${server.origin}/`, { reach })).toMatchObject({ kind: 'answer' });
    await server.close();
  });

  it('for another name are not taken', async () => {
    const tls = authority.certify(['DNS:other.example', 'IP:127.0.0.2']);
    const server = await countingServer(undefined, { tls });
    const reach = { private: true, ca: authority.ca };
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await get(`https://${host}:${server.port}/`, { reach })).toEqual({
        kind: 'no-answer',
        why: `${host}:${server.port}: its certificate is for another name`,
      });
    }
    expect(server.asked).toEqual([]);
    await server.close();
  });

  it('are held against the name, although an address is dialled', async () => {
    const tls = authority.certify(['DNS:mail.example']);
    const server = await countingServer(undefined, { tls });
    const names = { resolve: () => Promise.resolve(['127.0.0.1']), ownAddresses: () => [] };
    const request = { url: `https://mail.example:${server.port}/`, method: 'GET' as const };
    const reach = { private: true, ca: authority.ca };
    const result = await outwardRequest({ ...request, headers: {}, reach }, names);
    expect(result).toMatchObject({ kind: 'answer' });
    await server.close();
  });

  it('are asked for where there is none', async () => {
    const server = await countingServer();
    expect(await get(`https://127.0.0.1:${server.port}/`)).toEqual({
      kind: 'no-answer',
      why: `127.0.0.1:${server.port}: it does not speak TLS there`,
    });
    await server.close();
  });
});
