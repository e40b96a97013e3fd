import { createServer } from 'node:http';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { SendSurroundings, SendResult } from '../../../src/connectors/channel.ts';
import {
  hookUrlChannel,
  webhookChannel,
} from '../../../src/connectors/webhook/webhook-channels.ts';
import { verifyDelivery } from '../../../src/scheduler/hooks/verify-delivery.ts';
import type { WebhookConnection } from '../../../src/words/connection.ts';
import type { Message } from '../../../src/words/message.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { fakeClock } from '../../kit/fake-clock.ts';
import {
  hookReceiver,
  type ReceivedRequest,
  type ReceiverAnswer,
} from '../../kit/hook-receiver.ts';
import { STANDARD_SECRET } from '../../kit/hook-senders.ts';
import { contentOf, messageTo, routineIdOf, surroundingsOf } from '../../kit/messages.ts';
import { askNearby, webhookConnection } from '../../kit/webhooks.ts';
import { channelSuite, type ChannelPlace } from '../channel-suite.ts';

const TOKEN = 'T0KEN-of-the-hook-4711';

async function placeOf(
  answer?: ReceiverAnswer | 'never',
  change: Partial<WebhookConnection> = {},
): Promise<ChannelPlace<'webhook'>> {
  const receiver = await hookReceiver(answer);
  const connection = webhookConnection(`${receiver.origin}/services/${TOKEN}`, change);
  return {
    target: { kind: 'webhook', via: 'chat' },
    surroundings: { connections: [connection], env: { HOOK_SECRET: STANDARD_SECRET } },
    received: async () => (answer === undefined ? receiver.idsIn('webhook-id') : []),
  };
}

for (const body of ['json', 'slack', 'teams', 'discord'])
  channelSuite(`webhook with the body ${body}`, {
    channel: webhookChannel(),
    open: () => placeOf(undefined, { body, secret: { kind: 'env', name: 'HOOK_SECRET' } }),
    refusing: () => placeOf({ status: 404, body: `no such hook ${TOKEN}` }, { body }),
    silent: () => placeOf('never', { body }),
    secrets: [TOKEN, STANDARD_SECRET],
  });

async function placeOfUrl(answer?: ReceiverAnswer | 'never'): Promise<ChannelPlace<'hook-url'>> {
  const receiver = await hookReceiver(answer);
  return {
    target: {
      kind: 'hook-url',
      url: { kind: 'env', name: 'HOOK' },
      secret: { kind: 'env', name: 'HOOK_SECRET' },
      body: 'ntfy',
    },
    surroundings: { env: { HOOK: `${receiver.origin}/${TOKEN}`, HOOK_SECRET: 'a plain secret' } },
    received: async () => (answer === undefined ? receiver.idsIn('webhook-id') : []),
  };
}

channelSuite('hook-url with the body ntfy', {
  channel: hookUrlChannel(askNearby),
  open: () => placeOfUrl(),
  refusing: () => placeOfUrl({ status: 410 }),
  silent: () => placeOfUrl('never'),
  secrets: [TOKEN, 'a plain secret'],
});

async function send(
  answer: ReceiverAnswer | readonly ReceiverAnswer[] | 'never',
  change: Partial<WebhookConnection> = {},
  more: { surroundings?: Partial<SendSurroundings>; message?: Partial<Message> } = {},
): Promise<{ readonly result: SendResult; readonly got: readonly ReceivedRequest[] }> {
  const receiver = await hookReceiver(answer);
  const connection = webhookConnection(`${receiver.origin}/services/${TOKEN}`, change);
  const target = { kind: 'webhook', via: 'chat' } as const;
  const result = await webhookChannel().send({
    message: messageTo(target, more.message),
    target,
    surroundings: surroundingsOf({
      connections: [connection],
      clock: fakeClock('2026-11-21T09:00:00.000Z'),
      ...more.surroundings,
    }),
  });
  return { result, got: receiver.got };
}

/** Reads all of a request, and hangs up. */
async function breakingServer(): Promise<{ readonly origin: string }> {
  const server = createServer((request) => {
    request.resume().once('end', () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return { origin: `http://127.0.0.1:${address.port}` };
}

describe('the signature of a webhook', () => {
  it.each([
    ['a base64 secret', STANDARD_SECRET],
    ['a plain one', 'a lantern in every window'.replaceAll(' ', '-')],
    ['two, while one is changed', `old-secret-of-the-hook ${STANDARD_SECRET}`],
  ])('is accepted by our own door for deliveries, with %s', async (_name, secret) => {
    const { got } = await send(
      { status: 204 },
      { secret: { kind: 'env', name: 'S' } },
      { surroundings: { env: { S: secret } } },
    );
    const [request] = got;
    const last = secret.split(' ').at(-1) ?? '';
    const key = last.startsWith('whsec_')
      ? Buffer.from(last.slice(6), 'base64')
      : new TextEncoder().encode(last);
    expect(
      verifyDelivery(
        {
          headers: Object.entries(request?.headers ?? {}).map(
            ([name, value]) => [name, String(value)] as const,
          ),
          body: new TextEncoder().encode(request?.body),
        },
        { scheme: 'standard', keys: [key], now: new Date('2026-11-21T09:00:01Z') },
      ),
    ).toEqual({ kind: 'verified', id: 'M-0123456789ab', idSigned: true, event: null });
  });

  it('is none where there is no secret, and the id is there all the same', async () => {
    const { got } = await send({ status: 200 });
    expect(got[0]?.headers).toMatchObject({ 'webhook-id': 'M-0123456789ab' });
    expect(got[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('cannot be given by a header of the connection', async () => {
    const headers = { 'Webhook-Id': 'mine', 'X-Team': 'night' };
    const { got } = await send({ status: 200 }, { headers });
    expect(got[0]?.headers).toMatchObject({ 'webhook-id': 'M-0123456789ab', 'x-team': 'night' });
  });

  it('is refused for a secret that only looks like base64', async () => {
    const { result, got } = await send(
      { status: 200 },
      { secret: { kind: 'env', name: 'S' } },
      { surroundings: { env: { S: 'whsec_!!' } } },
    );
    expect(result).toEqual({
      kind: 'refused',
      why: 'connections.chat: a secret begins with whsec_ and is not base64 after it',
      hint: 'Copy it again from the side that checks it.',
    });
    expect(got).toEqual([]);
  });
});

describe('the answer of a webhook', () => {
  it.each<[ReceiverAnswer, SendResult]>([
    [
      { status: 200, body: 'ok\nmore' },
      { kind: 'sent', receipt: '200: ok' },
    ],
    [{ status: 204 }, { kind: 'sent', receipt: '204' }],
    [
      { status: 202, body: `\u001b[31m${'x'.repeat(9_000)}` },
      { kind: 'sent', receipt: `202: ${'x'.repeat(159)}…` },
    ],
    [
      { status: 429, headers: { 'retry-after': '30' }, body: 'slow down' },
      { kind: 'retry', why: 'connections.chat answered 429: slow down', afterMs: 30_000 },
    ],
    [
      { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 09:02:00 GMT' } },
      { kind: 'retry', why: 'connections.chat answered 429', afterMs: 120_000 },
    ],
    [
      { status: 429, body: '{"message":"You are being rate limited.","retry_after":1.337}' },
      {
        kind: 'retry',
        why: 'connections.chat answered 429: {"message":"You are being rate limited.","retry_after":1.337}',
        afterMs: 1_337,
      },
    ],
    [
      { status: 503, headers: { 'retry-after': '99999999' } },
      { kind: 'retry', why: 'connections.chat answered 503', afterMs: 86_400_000 },
    ],
    [{ status: 500 }, { kind: 'retry', why: 'connections.chat answered 500' }],
    [{ status: 408 }, { kind: 'retry', why: 'connections.chat answered 408' }],
    [{ status: 425 }, { kind: 'retry', why: 'connections.chat answered 425' }],
    [
      {
        status: 200,
        body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      },
      {
        kind: 'retry',
        why: 'connections.chat answered 200: Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      },
    ],
    [
      { status: 404, body: `no_service at /services/${TOKEN}` },
      {
        kind: 'refused',
        why: 'connections.chat answered 404: no_service at [redacted]',
        hint: 'The webhook is gone there: make a new one, and give connections.chat its address.',
      },
    ],
    [
      { status: 400, body: 'invalid_blocks' },
      {
        kind: 'refused',
        why: 'connections.chat answered 400: invalid_blocks',
        hint: 'Look at the body of connections.chat: the other side cannot read what it says.',
      },
    ],
    [
      { status: 301, headers: { location: '/elsewhere' } },
      {
        kind: 'refused',
        why: 'connections.chat answered 301',
        hint: 'Give connections.chat the address that it leads to: what is sent does not follow.',
      },
    ],
  ])('%j is understood', async (answer, expected) => {
    const { result, got } = await send(answer);
    expect(result).toEqual(expected);
    expect(got).toHaveLength(1);
  });

  it('that repeats a secret is told without it', async () => {
    const { result } = await send(
      { status: 400, body: 'bad signature with key-of-the-other-side' },
      { secret: { kind: 'env', name: 'S' } },
      { surroundings: { env: { S: 'key-of-the-other-side' } } },
    );
    expect(result).toMatchObject({
      why: 'connections.chat answered 400: bad signature with [redacted]',
    });
  });

  it('is told without what the redactor knows', async () => {
    const redactor = makeRedactor([{ name: 'DB', value: 'correct-horse-battery' }]);
    const { result } = await send(
      { status: 200, body: 'saw correct-horse-battery' },
      {},
      { surroundings: { redactor } },
    );
    expect(result).toEqual({ kind: 'sent', receipt: '200: saw [redacted: DB]' });
  });
});

describe('a webhook that cannot be reached', () => {
  it('is tried again where nobody listens', async () => {
    const { result } = await send(
      { status: 200 },
      { url: { kind: 'text', text: 'http://127.0.0.1:1/x' } },
    );
    expect(result).toEqual({
      kind: 'retry',
      why: expect.stringMatching(/^connections\.chat: 127\.0\.0\.1:1: /),
    });
  });

  it('may have arrived when all of it was sent and no answer came', async () => {
    const unsure = {
      kind: 'retry',
      why: expect.stringContaining('may have arrived'),
      unsure: true,
    };
    const signal = AbortSignal.timeout(500);
    expect((await send('never', {}, { surroundings: { signal } })).result).toEqual(unsure);
    const { origin } = await breakingServer();
    const url = { kind: 'text', text: `${origin}/x` } as const;
    expect((await send({ status: 200 }, { url })).result).toEqual(unsure);
  });

  it.each([
    [
      'a variable that is not set',
      { url: { kind: 'env', name: 'NO_HOOK' } },
      'connections.chat: env:NO_HOOK is not set',
    ],
    [
      'no address',
      { url: { kind: 'text', text: 'ftp://example.com/x' } },
      'connections.chat: its address is not an http or https address',
    ],
    [
      'ntfy without a topic',
      { body: 'ntfy', url: { kind: 'text', text: 'https://ntfy.example/a/b' } },
      'connections.chat: its address does not end in a topic of ntfy, as https://ntfy.sh/TOPIC does',
    ],
  ] as const)('is refused for %s', async (_name, change, why) => {
    const { result, got } = await send({ status: 200 }, change);
    expect(result).toEqual({ kind: 'refused', why, hint: expect.stringMatching(/./) });
    expect(got).toEqual([]);
  });

  it('of a routine is named by all that are told in the message', async () => {
    const contents = ['todo-sweep', 'ticket-digest'].map((routine) =>
      contentOf({ routine: routineIdOf(routine) }),
    );
    const url = { kind: 'env', name: 'NO_HOOK' } as const;
    const target = { kind: 'hook-url', url, secret: null, body: 'json' } as const;
    const result = await hookUrlChannel().send({
      message: messageTo(target, { contents }),
      target,
      surroundings: surroundingsOf(),
    });
    expect(result).toMatchObject({
      why: 'the webhook of todo-sweep, ticket-digest: env:NO_HOOK is not set',
    });
  });

  it('is refused where roundsman.yaml has no such connection', async () => {
    const { result } = await send({ status: 200 }, { name: 'other' });
    expect(result).toEqual({
      kind: 'refused',
      why: 'the active roundsman.yaml has no webhook connections.chat',
      hint: 'Add it, or name one that is there; a change counts once it is committed where active definitions come from (roundsman status).',
    });
  });

  it('gets the topic of ntfy in the body, at the root of its server', async () => {
    const receiver = await hookReceiver({ status: 200, body: '{"topic":"secret-topic"}' });
    const url = `${receiver.origin}/secret-topic?auth=QmFzaWM`;
    const target = { kind: 'webhook', via: 'chat' } as const;
    const result = await webhookChannel().send({
      message: messageTo(target),
      target,
      surroundings: surroundingsOf({ connections: [webhookConnection(url, { body: 'ntfy' })] }),
    });
    expect(result).toEqual({ kind: 'sent', receipt: '200: {"topic":"[redacted]"}' });
    expect(receiver.got[0]?.path).toBe('/?auth=QmFzaWM');
    const body: unknown = JSON.parse(receiver.got[0]?.body ?? '');
    expect(body).toMatchObject({ topic: 'secret-topic', priority: 3 });
  });
});
