import { describe, expect, it } from 'vitest';

import { pingChannel, pingUrl } from '../../../src/connectors/ping/ping-channel.ts';
import { hookReceiver, type ReceiverAnswer } from '../../kit/hook-receiver.ts';
import { contentOf, messageTo, surroundingsOf } from '../../kit/messages.ts';
import { askNearby } from '../../kit/webhooks.ts';
import { channelSuite, type ChannelPlace } from '../channel-suite.ts';

const CHECK = '0c5f5f6e-check-of-the-night';

async function placeOf(answer?: ReceiverAnswer | 'never'): Promise<ChannelPlace<'ping'>> {
  const receiver = await hookReceiver(answer);
  return {
    target: { kind: 'ping', url: { kind: 'env', name: 'HEALTH_URL' } },
    surroundings: { env: { HEALTH_URL: `${receiver.origin}/${CHECK}` } },
    received: async () => (answer === undefined ? receiver.idsIn('roundsman-message') : []),
  };
}

channelSuite('ping', {
  channel: pingChannel(askNearby),
  open: () => placeOf(),
  refusing: () => placeOf({ status: 404, body: CHECK }),
  silent: () => placeOf('never'),
  secrets: [CHECK],
});

describe('a ping of a health check', () => {
  it.each([
    ['good', '/check', 'https://hc.example/check'],
    ['attention', '/check', 'https://hc.example/check'],
    ['bad', '/check', 'https://hc.example/check/fail'],
    ['bad', '/check/', 'https://hc.example/check/fail'],
    ['bad', '/check?rid=1&x=%2F', 'https://hc.example/check/fail?rid=1&x=%2F'],
  ] as const)('of a %s run goes from %s to %s', (tone, path, expected) => {
    const contents = [contentOf({ tone: 'bad' }), contentOf({ tone })];
    expect(pingUrl(`https://hc.example${path}`, { contents })).toBe(expected);
  });

  it('is a GET without a body', async () => {
    const receiver = await hookReceiver();
    const target = { kind: 'ping', url: { kind: 'text', text: `${receiver.origin}/x` } } as const;
    const result = await pingChannel(askNearby).send({
      message: messageTo(target, { contents: [contentOf({ tone: 'bad' })] }),
      target,
      surroundings: surroundingsOf(),
    });
    expect(result).toEqual({ kind: 'sent', receipt: '200' });
    expect(receiver.got).toMatchObject([{ method: 'GET', path: '/x/fail', body: '' }]);
  });

  it.each([
    [503, { kind: 'retry', why: 'the health check answered 503' }],
    [429, { kind: 'retry', why: 'the health check answered 429' }],
    [301, { kind: 'refused', why: 'the health check: answered 301', hint: expect.any(String) }],
  ])('that is answered with %i is judged by that', async (status, expected) => {
    const receiver = await hookReceiver({ status, headers: { location: '/y' } });
    const target = { kind: 'ping', url: { kind: 'text', text: `${receiver.origin}/x` } } as const;
    const surroundings = surroundingsOf();
    const message = messageTo(target);
    expect(await pingChannel(askNearby).send({ message, target, surroundings })).toEqual(expected);
    expect(receiver.got).toHaveLength(1);
  });
});
