/** The gateway before the scripted model, and before servers that misbehave. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readGatewayRecord } from '../../../src/engines/gateway/gateway-log.ts';
import { WIRE_FORMATS } from '../../../src/words/gateway-plan.ts';
import { listening } from '../../kit/egress.ts';
import {
  KEY,
  modelServer,
  openedGateway,
  questionOf,
  TOKEN,
  type OpenedGateway,
} from '../../kit/gateway.ts';
import { startModelStub, type ModelStub } from '../../kit/model-stub.ts';

let stub: ModelStub;
beforeAll(async () => {
  stub = await startModelStub();
});
afterAll(async () => stub.stop());

const TWO_TURNS = {
  turns: [
    {
      bash: { command: 'true' },
      say: 'é'.repeat(400),
      usage: { input: 120, output: 30, cache_read: 80 },
    },
    { text: 'All "usage": {"output_tokens": 9999} done.', usage: { input: 7, output: 3 } },
  ],
};

describe.each(WIRE_FORMATS)('the wire format %s', (api) => {
  it.each([true, false])('is counted as the model counts, streamed: %s', async (stream) => {
    const run = await stub.play(TWO_TURNS);
    const { ask, gateway } = await openedGateway({ upstream: run.baseUrl, api });
    const question = questionOf(api, stream);
    for (let turn = 0; turn < 2; turn += 1) expect((await ask(question)).status).toBe(200);
    expect(run.requests().map(({ kind, auth }) => [kind, auth])).toEqual(
      Array.from({ length: 2 }, () => [
        'main',
        expect.stringContaining(
          api === 'anthropic' || api === 'gemini' ? 'sk-real-0' : 'Bearer sk-real',
        ),
      ]),
    );
    // In this format what came from a cache stands beside the rest.
    const beside = api === 'anthropic' ? 80 : 0;
    const tokens = { inputTokens: 127 + beside, cachedTokens: 80, outputTokens: 33 };
    expect(gateway.record()).toEqual({
      requests: 2,
      statuses: { '200': 2 },
      usage: { ...tokens, costUsd: null },
      models: { [api === 'gemini' ? 'stub' : 'm-1']: { ...tokens, costUsd: null } },
      guessed: 0,
      refused: null,
    });
  });

  it('goes through as it is', async () => {
    const run = await stub.play('plain');
    const { ask } = await openedGateway({ upstream: run.baseUrl, api });
    const other = await stub.play('plain');
    const question = questionOf(api, true);
    const through = await ask(question);
    const direct = await fetch(`${other.baseUrl}${question.path}`, {
      method: 'POST',
      body: JSON.stringify(question.body),
    });
    const withoutIds = (text: string): string =>
      text.replaceAll(/[0-9a-f]{18}|"created(_at)?":\d+/g, '');
    expect(withoutIds(through.body)).toBe(withoutIds(await direct.text()));
    expect(through.headers['content-type']).toBe(direct.headers.get('content-type'));
  });

  it('takes nobody without the token of the run', async () => {
    const run = await stub.play('plain');
    const { ask, gateway } = await openedGateway({ upstream: run.baseUrl, api });
    const question = questionOf(api, true);
    for (const headers of [
      {},
      { 'x-api-key': `${TOKEN}x` },
      { authorization: `Bearer ${KEY.value}` },
    ])
      expect((await ask({ ...question, headers })).status).toBe(401);
    const withKey = `${question.path}${question.path.includes('?') ? '&' : '?'}key=${TOKEN}`;
    expect((await ask({ ...question, path: withKey, headers: {} })).status).toBe(200);
    expect(run.requests()).toHaveLength(1);
    expect(gateway.record().statuses).toEqual({ '200': 1, '401': 3 });
  });

  it('opens nothing but what it is made of', async () => {
    const run = await stub.play('plain');
    const { ask, gateway, log } = await openedGateway({ upstream: run.baseUrl, api });
    const { headers = { 'x-api-key': TOKEN } } = questionOf(api, true);
    const tries = [
      ['POST', '/v1/files'],
      ['DELETE', '/v1/models/m'],
      ['GET', '/v1/models/../files'],
      ['POST', '/v1/messages/batches'],
      ['POST', '/v1beta/models/m:batchGenerateContent'],
      ['HEAD', '/'],
    ] as const;
    for (const [method, path] of tries)
      expect([path, (await ask({ method, path, headers })).status]).toEqual([path, 404]);
    const listed = await ask({ method: 'GET', path: '/v1/models?limit=3', headers });
    expect([listed.status, JSON.parse(listed.body).data[0].id]).toEqual([200, 'stub-model']);
    await gateway.close();
    expect(log()).toHaveLength(tries.length + 2);
  });

  it('tells a limit with its reset', async () => {
    const run = await stub.play({
      turns: [{ fault: { status: 429, retry_after: 7, times: -1, message: 'slow down' } }],
    });
    const { ask, gateway, stops } = await openedGateway({
      upstream: run.baseUrl,
      api,
      maxRefusals: 3,
    });
    for (let time = 0; time < 3; time += 1) {
      expect(stops).toEqual([]);
      expect((await ask(questionOf(api, true))).status).toBe(429);
    }
    const { refused, statuses } = gateway.record();
    expect([refused?.kind, refused?.status, refused?.message]).toEqual(['limit', 429, 'slow down']);
    expect(Date.parse(refused?.resetAt ?? '') - Date.now()).toBeGreaterThan(4_000);
    expect(statuses).toEqual({ '429': 3 });
    expect(stops).toEqual([
      {
        cause: 'limited',
        reason: `${new URL(run.baseUrl).host} took no more requests (429, 3 times in a row): slow down; it may be asked again at ${refused?.resetAt}`,
      },
    ]);
    const after = await ask(questionOf(api, true));
    expect([after.status, after.headers['x-should-retry']]).toEqual([400, 'false']);
  });

  it('ends an agent that used up its turns, before its model is asked once more', async () => {
    const run = await stub.play({
      turns: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
    });
    const { ask, stops } = await openedGateway({ upstream: run.baseUrl, api, maxTurns: 2 });
    expect((await ask(questionOf(api, true))).status).toBe(200);
    expect((await ask(questionOf(api, true))).status).toBe(200);
    expect(stops).toEqual([]);
    expect((await ask(questionOf(api, true))).status).toBe(400);
    expect(stops).toEqual([
      {
        cause: 'over-budget',
        bound: 'turns',
        reason: 'the agent used up its 2 turns: agent.max-turns',
      },
    ]);
  });

  it('ends an agent whose key is not taken at once', async () => {
    const run = await stub.play('r401');
    const { ask, stops } = await openedGateway({ upstream: run.baseUrl, api });
    expect((await ask(questionOf(api, true))).status).toBe(401);
    expect(stops).toEqual([
      {
        cause: 'unauthorized',
        reason: expect.stringMatching(
          /^127\.0\.0\.1:\d+ did not take the key in MODEL_KEY \(401\): /,
        ),
      },
    ]);
  });

  it('guesses what an answer took that was cut, and tells that it was', async () => {
    const run = await stub.play({ turns: [{ fault: { truncate: true } }] });
    const { ask, gateway } = await openedGateway({ upstream: run.baseUrl, api });
    const told = await ask(questionOf(api, true));
    expect([told.status, told.cut]).toEqual([200, true]);
    expect(gateway.record()).toMatchObject({
      guessed: 1,
      refused: { kind: 'unavailable', status: 0, message: 'its answer was cut off' },
    });
  });

  it('answers for a side that breaks the connection', async () => {
    const run = await stub.play({ turns: [{ fault: { reset: true } }, { text: 'ok' }] });
    const { ask, gateway } = await openedGateway({ upstream: run.baseUrl, api });
    const told = await ask(questionOf(api, true));
    expect([told.status, told.body]).toEqual([502, expect.stringContaining('no answer came from')]);
    expect(gateway.record()).toMatchObject({
      statuses: { '0': 1 },
      refused: { kind: 'unavailable' },
    });
    expect((await ask(questionOf(api, true))).status).toBe(200);
    expect(gateway.record().refused).toBeNull();
  });
});

describe('a gateway', () => {
  it('asks for what its address says, whichever version the program names', async () => {
    const paths: string[] = [];
    const upstream = await modelServer((request, response) => {
      paths.push(request.url ?? '');
      response.end('{}');
    });
    for (const [base, path] of [
      ['', '/v1/chat/completions'],
      ['/v1', '/v1/chat/completions'],
      ['/v1/', '/v1/v1/chat/completions'],
      ['/api/paas/v4', `/v1/chat/completions?a=1&key=${TOKEN}`],
      ['/v1beta/openai', '/v1/models'],
    ] as const) {
      const { ask } = await openedGateway({ upstream: `${upstream}${base}`, api: 'openai-chat' });
      await ask({ method: path.endsWith('models') ? 'GET' : 'POST', path });
    }
    expect(paths).toEqual([
      '/v1/chat/completions',
      '/v1/chat/completions',
      '/v1/chat/completions',
      '/api/paas/v4/chat/completions?a=1',
      '/v1beta/openai/models',
    ]);
  });

  it('sends no token, no cookie and nothing of one connection on', async () => {
    let seen: string[] = [];
    const upstream = await modelServer((request, response) => {
      seen = request.rawHeaders;
      response.setHeader('set-cookie', 'a=b');
      response.setHeader('x-kept', 'yes');
      response.end('{}');
    });
    const { ask } = await openedGateway({ upstream });
    const told = await ask({
      path: '/v1/messages',
      headers: {
        'x-api-key': TOKEN,
        authorization: 'Bearer other',
        cookie: 'c=d',
        connection: 'x-mine',
        'x-mine': '1',
        'accept-encoding': 'gzip',
        'anthropic-beta': 'b',
      },
      body: {},
    });
    expect(told.headers).toMatchObject({ 'x-kept': 'yes' });
    expect(told.headers).not.toHaveProperty('set-cookie');
    expect(Object.fromEntries(pairs(seen))).toEqual({
      host: new URL(upstream).host,
      'anthropic-beta': 'b',
      'accept-encoding': 'identity',
      'x-api-key': KEY.value,
      connection: 'keep-alive',
      'content-length': '2',
    });
  });

  it('gives a token of Anthropic as one, and no key where none is wanted', async () => {
    const seen: (string | undefined)[][] = [];
    const upstream = await modelServer(({ headers }, response) => {
      const beta = String(headers['anthropic-beta']);
      seen.push([headers.authorization, String(headers['x-api-key']), beta]);
      response.end('{}');
    });
    const names = ['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
    for (const key of [...names.map((name) => ({ name, value: 't-1' })), null]) {
      const { ask } = await openedGateway({ upstream, key });
      const headers = { 'x-api-key': TOKEN, 'anthropic-beta': 'own' };
      await ask({ path: '/v1/messages', headers, body: {} });
    }
    expect(seen).toEqual([
      ['Bearer t-1', 'undefined', 'own'],
      ['Bearer t-1', 'undefined', 'own,oauth-2025-04-20'],
      [undefined, 'undefined', 'own'],
    ]);
  });

  it('follows no redirect, and says where it would lead', async () => {
    let elsewhere = 0;
    const other = await modelServer((_, response) => {
      elsewhere += 1;
      response.end();
    });
    const upstream = await modelServer((_, response) => {
      response.writeHead(307, { location: `${other}/v1/messages` }).end();
    });
    const { ask, notices } = await openedGateway({ upstream });
    const told = await ask({ path: '/v1/messages', body: {} });
    expect([told.status, elsewhere]).toEqual([400, 0]);
    expect(notices).toEqual([
      `${new URL(upstream).host} answered 307, which leads to ${other}/v1/messages, and is not followed: set the endpoint to the address that answers itself`,
    ]);
  });

  it('refuses another protocol, so that programs stay with this one', async () => {
    const { plan } = await openedGateway({ api: 'openai-responses' });
    const path = plan.at.kind === 'socket' ? plan.at.path : '';
    const socket = createConnection(path);
    socket.end(
      `GET /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    let got = '';
    for await (const chunk of socket) got += String(chunk);
    expect(got).toMatch(/^HTTP\/1\.1 426 /);
  });

  it('reaches the model by the proxy of this machine', async () => {
    const upstream = await modelServer((request, response) => response.end(request.headers.host));
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
      response.end('{}');
    });
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const at = {
      host: '127.0.0.1',
      port: await listening(proxy),
      authorization: 'Basic eDp5',
      except: [],
    };
    const plain = await openedGateway({ upstream, proxy: at });
    expect((await plain.ask({ path: '/v1/messages', body: {} })).status).toBe(200);
    const secured = await openedGateway({ upstream: 'https://api.example.com', proxy: at });
    const told = await secured.ask({ path: '/v1/messages', body: {} });
    expect([told.status, told.body]).toEqual([
      502,
      expect.stringContaining(
        'no answer came from api.example.com: the proxy of this machine answered 403',
      ),
    ]);
    expect(asked).toEqual([
      `${upstream}/v1/messages Basic eDp5`,
      'CONNECT api.example.com:443 Basic eDp5',
    ]);
  });

  it('speaks TLS through the proxy of this machine, and not past it', async () => {
    const first: number[] = [];
    const proxy = createServer();
    proxy.on('connect', (_, socket) => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.once('data', (hello: Buffer) => {
        first.push(hello[0] ?? 0);
        socket.destroy();
      });
    });
    const at = { host: '127.0.0.1', port: await listening(proxy), authorization: null, except: [] };
    const secured = await openedGateway({ upstream: 'https://localhost:9', proxy: at });
    const told = await secured.ask({ path: '/v1/messages', body: {} });
    expect([told.status, first]).toEqual([502, [22]]);
  });

  it('gives up what the agent gives up', async () => {
    const run = await stub.play({ turns: [{ fault: { hang_mid: true } }] });
    const { plan, gateway } = await openedGateway({ upstream: run.baseUrl });
    const path = plan.at.kind === 'socket' ? plan.at.path : '';
    const body = JSON.stringify(questionOf('anthropic', true).body);
    const socket = createConnection(path);
    socket.write(
      `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${TOKEN}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    expect((await run.state()).hanging).toBe(1);
    socket.destroy();
    await expect.poll(async () => (await run.state()).hanging).toBe(0);
    await expect.poll(() => gateway.record().requests).toBe(1);
    expect(gateway.record()).toMatchObject({
      refused: null,
      guessed: 1,
      usage: { inputTokens: 1 },
    });
  });

  it('does not read on while the agent does not', async () => {
    let sent = 0;
    const upstream = await modelServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        while (sent < 200_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, 0x0a))) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const { plan } = await openedGateway({ upstream });
    const path = plan.at.kind === 'socket' ? plan.at.path : '';
    const socket = createConnection(path);
    socket.write(
      `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${TOKEN}\r\ncontent-length: 0\r\n\r\n`,
    );
    socket.pause();
    let before = -1;
    await expect
      .poll(
        () => {
          const stands = sent === before && sent > 0;
          before = sent;
          return stands;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(sent).toBeLessThan(30_000_000);
    socket.destroy();
  });

  it('serves several at once', async () => {
    const run = await stub.play({
      turns: Array.from({ length: 20 }, () => ({ text: 'x', delay_ms: 20 })),
    });
    const { ask, gateway } = await openedGateway({ upstream: run.baseUrl });
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => ask(questionOf('anthropic', true))),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(gateway.record()).toMatchObject({
      requests: 20,
      usage: { inputTokens: 2_000, outputTokens: 400 },
    });
  });

  it('is not opened where somebody else listens', async () => {
    const port = await listening(createServer());
    await expect(openedGateway({ at: { kind: 'loopback', port } })).rejects.toThrow('EADDRINUSE');
  });

  it('leaves nothing behind that was said, and enough to know what it saw', async () => {
    const run = await stub.play(TWO_TURNS);
    const { ask, gateway, plan } = await openedGateway({
      upstream: run.baseUrl,
      prices: [{ model: 'm-*', input: 3, cached: 0.3, output: 15 }],
    });
    await ask(questionOf('anthropic', true));
    await ask({ path: '/v1/messages', headers: {}, body: { secret: 'said' } });
    await gateway.close();
    const record = gateway.record();
    expect(record.usage.costUsd).toBeCloseTo((120 * 3 + 80 * 0.3 + 30 * 15) / 1e6, 9);
    expect(await readGatewayRecord(plan.log)).toEqual(record);
    expect(readFileSync(plan.log, 'utf8')).not.toMatch(/said|sk-real|token-of|beta=true/);
  });
});

describe('a budget', () => {
  const budget = { usd: null, tokens: 250, warnAt: 0.8, onExceed: 'stop' } as const;
  const spend = async (opened: OpenedGateway, times: number): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1)
      statuses.push((await opened.ask(questionOf('anthropic', false))).status);
    return statuses;
  };
  const often = { turns: Array.from({ length: 9 }, () => ({ text: 'x' })) };

  it('is warned of once, and then asks no model any more', async () => {
    const run = await stub.play(often);
    const opened = await openedGateway({ upstream: run.baseUrl, budget });
    expect(await spend(opened, 5)).toEqual([200, 200, 200, 400, 400]);
    expect(opened.notices).toEqual(['the run came close to the end of its 250 tokens (240 used)']);
    expect(opened.stops).toEqual([
      { cause: 'over-budget', reason: 'the run used up its 250 tokens (360 used)' },
    ]);
  });

  it('is only told of where it says so', async () => {
    const run = await stub.play(often);
    const opened = await openedGateway({
      upstream: run.baseUrl,
      budget: { ...budget, usd: 0.001, onExceed: 'warn' },
      prices: [{ model: '*', input: 1, cached: 1, output: 1 }],
    });
    expect(await spend(opened, 4)).toEqual([200, 200, 200, 200]);
    expect(opened.stops).toEqual([]);
    expect(opened.notices).toEqual([
      'the run came close to the end of its 250 tokens (240 used), or its $0.0010 ($0.0002 used)',
      'the run went beyond its 250 tokens (360 used), or its $0.0010 ($0.0004 used)',
    ]);
  });

  it('in dollars takes a model of unknown price for the dearest', async () => {
    const run = await stub.play(often);
    const opened = await openedGateway({
      upstream: run.baseUrl,
      budget: { ...budget, tokens: null, usd: 0.002 },
      unknownPrice: { input: 10, cached: 10, output: 10 },
    });
    expect(await spend(opened, 3)).toEqual([200, 200, 400]);
    expect(opened.notices).toEqual(['the run came close to the end of its $0.0020 ($0.0024 used)']);
  });

  it('in dollars goes by the name that was asked for, where the answer has one without a price', async () => {
    const upstream = await modelServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end('{"model":"m-1-2026","usage":{"input_tokens":1000000,"output_tokens":0}}');
    });
    const { ask, gateway, notices } = await openedGateway({
      upstream,
      budget: { ...budget, tokens: null, usd: 9 },
      prices: [
        { model: 'm-1', input: 2, cached: 2, output: 2 },
        { model: '*', input: 7, cached: 7, output: 7 },
      ],
      unknownPrice: { input: 10, cached: 10, output: 10 },
    });
    await ask(questionOf('anthropic', false));
    expect(gateway.record().usage.costUsd).toBe(2);
    expect([Object.keys(gateway.record().models), notices]).toEqual([['m-1'], []]);
  });
});

function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as const] : [],
  );
}
