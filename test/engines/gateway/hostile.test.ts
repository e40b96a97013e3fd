/** What a hostile agent sends, and what a side that breaks its word answers. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { listening } from '../../kit/egress.ts';
import { KEY, modelServer, openedGateway, questionOf, TOKEN } from '../../kit/gateway.ts';

/** What was written to the socket, and came back, until it was closed. */
async function raw(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(path, () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
      if (answer.includes('last answer')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

function socketOf({ at }: { at: { kind: string; path?: string } }): string {
  return at.path ?? '';
}

describe('requests of a hostile agent', () => {
  it('cannot hide one request in the body of another', async () => {
    let wire = '';
    const server = createServer((_, response) => setImmediate(() => response.end('last answer')));
    server.on('connection', (socket) => socket.on('data', (part) => (wire += part)));
    const { plan } = await openedGateway({
      upstream: `http://127.0.0.1:${await listening(server)}`,
    });
    const hidden = 'POST /v1/files HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nx-a: b';
    const head = `GET /v1/models HTTP/1.1\r\nhost: x\r\nx-api-key: ${TOKEN}\r\n`;
    await raw(
      socketOf(plan),
      `${head}transfer-encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    );
    expect(wire).toMatch(/^GET \/v1\/models HTTP\/1\.1\r\n/);
    expect(wire).not.toContain('POST');
  });

  it('is heard to the end when its model is not there', async () => {
    const { plan, ask } = await openedGateway({ upstream: 'http://127.0.0.1:9' });
    const big = 'x'.repeat(30_000_000);
    const told = await ask({ path: '/v1/messages', body: { model: 'm', text: big } });
    expect(told.status).toBe(502);
    const head = `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${TOKEN}\r\n`;
    const answer = await raw(
      socketOf(plan),
      `${head}content-length: ${big.length}\r\n\r\n${big}GET /last%20answer HTTP/1.1\r\nhost: x\r\nx-api-key: ${TOKEN}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 502', 'HTTP/1.1 404']);
  });

  // Between what the system holds for the agent and what the gateway holds lies the last of the answer.
  it.each([230_000, 260_000, 300_000, 340_000])(
    'that leaves with %i bytes unread holds up no end of its run',
    async (size) => {
      let answered = (): void => undefined;
      const whole = new Promise<void>((resolve) => (answered = resolve));
      const upstream = await modelServer((request, response) => {
        request.resume();
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('x'.repeat(size), () => answered());
      });
      const { plan, gateway } = await openedGateway({ upstream });
      const socket = connect(socketOf(plan));
      socket.pause();
      socket.write(
        `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${TOKEN}\r\ncontent-length: 2\r\n\r\n{}`,
      );
      await whole;
      // What was answered is on its way through the gateway.
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
      await gateway.close();
      expect(gateway.record().requests).toBe(1);
    },
  );

  it('cannot make its budget in dollars endless by a model without a name', async () => {
    const upstream = await modelServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end('{"usage":{"input_tokens":1000000,"output_tokens":0}}');
    });
    const { ask, stops } = await openedGateway({
      upstream,
      budget: { usd: 1, tokens: null, warnAt: 0.8, onExceed: 'stop' },
      unknownPrice: { input: 5, cached: 5, output: 5 },
    });
    await ask({ path: '/v1/messages', body: { text: 'no model' } });
    await ask({ path: '/v1/messages', body: { text: 'no model' } });
    expect(stops.map(({ reason }) => reason)).toEqual(['the run used up its $1.00 ($5.00 used)']);
  });
});

describe('answers of a side that breaks its word', () => {
  it.each([
    'HTTP/1.1 099 odd\r\ncontent-length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello',
  ])('are no end of the gateway: %j', async (answer) => {
    const upstream = await modelServer(({ socket }) => socket.write(answer));
    const { ask } = await openedGateway({ upstream });
    const told = await ask(questionOf('anthropic', true));
    expect(told.status).toBe(502);
  });

  it('are counted also when they come packed', async () => {
    const body = '{"model":"m-1","usage":{"input_tokens":1234,"output_tokens":56}}';
    const upstream = await modelServer((request, response) => {
      request.resume();
      const packed = gzipSync(body);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': packed.length,
      });
      response.end(packed);
    });
    const { ask, gateway } = await openedGateway({ upstream });
    const told = await ask(questionOf('anthropic', false));
    expect(told.body).toBe(body);
    expect(gateway.record().usage).toMatchObject({ inputTokens: 1234, outputTokens: 56 });
  });

  it('end where they repeat the key, also when that comes in pieces', async () => {
    const upstream = await modelServer((request, response) => {
      request.resume();
      const key = String(request.headers['x-api-key']);
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write(`a b ${key.slice(0, 7)}`);
      setTimeout(() => response.end(`${key.slice(7)} c`), 30);
    });
    const { ask, notices, gateway } = await openedGateway({ upstream });
    const told = await ask(questionOf('anthropic', false));
    expect(told).toMatchObject({ status: 200, body: 'a b ', cut: true });
    const host = new URL(upstream).host;
    expect(notices).toEqual([`${host} repeated the key in its answer: it was cut off before that`]);
    expect(gateway.record().refused).toMatchObject({
      kind: 'unavailable',
      message: 'it repeated the key in its answer',
    });
  });

  it.each([
    ['its answer', {}, KEY.value],
    ['a header of its answer', { 'x-echo': KEY.value }, 'ok'],
    ['a header of its answer', { 'x-a': KEY.value.slice(0, 9), 'x-b': KEY.value.slice(9) }, 'ok'],
    ['a header of its answer', { location: `/v1/x?k=${KEY.value}` }, 'ok'],
  ])('are told of in one of ours when nothing passed yet: %s', async (where, headers, body) => {
    const upstream = await modelServer((request, response) => {
      request.resume();
      response.writeHead('location' in headers ? 302 : 200, headers);
      response.end(body);
    });
    const { ask } = await openedGateway({ upstream });
    const told = await ask(questionOf('anthropic', false));
    expect([told.status, told.cut, told.headers['x-should-retry']]).toEqual([400, false, 'false']);
    expect(JSON.parse(told.body).error.message).toBe(
      `roundsman: ${new URL(upstream).host} repeated the key in ${where}: the agent does not get it`,
    );
    expect(JSON.stringify(told)).not.toContain(KEY.value);
  });

  it.each([
    ['its body', 401, {}, `no such key: ${KEY.value}`],
    ['a header', 401, { 'x-key': KEY.value }, '{}'],
    ['a header', 403, { 'x-key': KEY.value }, '{}'],
  ])('say that the key was not taken, also when they repeat it in %s', async (...given) => {
    const [, status, headers, body] = given;
    const upstream = await modelServer((request, response) => {
      request.resume();
      response.writeHead(status, headers);
      response.end(body);
    });
    const { ask, stops } = await openedGateway({ upstream });
    expect((await ask(questionOf('anthropic', false))).status).toBe(400);
    expect(stops).toEqual([
      {
        cause: 'unauthorized',
        reason: `${new URL(upstream).host} did not take the key in MODEL_KEY (${status})`,
      },
    ]);
  });

  it('continue when a word of theirs is only how the key begins', async () => {
    const events = ['sk-real-', 'istic', ' sk-re', ''].map(
      (text) => `data: {"delta":{"text":"${text}"}}\n\n`,
    );
    const upstream = await modelServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(event);
      response.end('data: [DONE]\n\n');
    });
    const { ask } = await openedGateway({ upstream });
    const told = await ask(questionOf('anthropic', true));
    expect(told).toMatchObject({ cut: false, body: `${events.join('')}data: [DONE]\n\n` });
  });
});
