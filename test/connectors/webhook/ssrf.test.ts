import { createServer } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { SendResult } from '../../../src/connectors/channel.ts';
import { pingChannel } from '../../../src/connectors/ping/ping-channel.ts';
import {
  hookUrlChannel,
  webhookChannel,
} from '../../../src/connectors/webhook/webhook-channels.ts';
import { hookReceiver } from '../../kit/hook-receiver.ts';
import { messageTo, surroundingsOf } from '../../kit/messages.ts';
import { webhookConnection } from '../../kit/webhooks.ts';

/** A port of every address of this machine, and how often somebody came. */
async function trap(): Promise<{ readonly port: number; readonly reached: () => number }> {
  let reached = 0;
  const server = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '::', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return { port: address.port, reached: () => reached };
}

/** Ways to write addresses that no routine may name; all that lead to this machine lead to the trap. */
const NEAR = [
  '127.0.0.1',
  '127.1.2.3',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[0:0:0:0:0:0:0:1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '[fc00::1]',
  '[fe80::1]',
  '①②⑦.⓪.⓪.①',
];
/** Nothing may be there for anybody, whatever a connection says. */
const NEVER = [
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
  '0xa9fea9fe',
  '2852039166',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '[ff02::1]',
];
const ODD = [
  'file:///etc/passwd',
  'gopher://127.0.0.1/x',
  'ftp://127.0.0.1/',
  'http://',
  'unix:/run/x',
];

async function hookUrl(url: string): Promise<SendResult> {
  const target = {
    kind: 'hook-url',
    url: { kind: 'text', text: url },
    secret: null,
    body: 'json',
  } as const;
  return hookUrlChannel().send({
    message: messageTo(target),
    target,
    surroundings: surroundingsOf(),
  });
}

async function webhook(url: string, isPrivate: boolean): Promise<SendResult> {
  const target = { kind: 'webhook', via: 'chat' } as const;
  const connections = [webhookConnection(url, { private: isPrivate })];
  return webhookChannel().send({
    message: messageTo(target),
    target,
    surroundings: surroundingsOf({ connections }),
  });
}

async function ping(url: string): Promise<SendResult> {
  const target = { kind: 'ping', url: { kind: 'text', text: url } } as const;
  return pingChannel().send({
    message: messageTo(target),
    target,
    surroundings: surroundingsOf(),
  });
}

const REFUSED = {
  kind: 'refused',
  why: expect.stringMatching(/./),
  hint: expect.stringMatching(/./),
};

describe('what a message may not reach', () => {
  it.each([...NEAR, ...NEVER])('is not reached: %s', async (host) => {
    const { port, reached } = await trap();
    const url = `http://${host}:${port}/x`;
    expect(await hookUrl(url)).toEqual(REFUSED);
    expect(await webhook(url, false)).toEqual(REFUSED);
    expect(await ping(url)).toEqual(REFUSED);
    expect(reached()).toBe(0);
  });

  it.each(NEVER)('is not reached by a private connection either: %s', async (host) => {
    const { port, reached } = await trap();
    expect(await webhook(`http://${host}:${port}/x`, true)).toEqual(REFUSED);
    expect(reached()).toBe(0);
  });

  it.each(ODD)('is not an address: %s', async (url) => {
    expect(await hookUrl(url)).toEqual(REFUSED);
    expect(await webhook(url, true)).toEqual(REFUSED);
    expect(await ping(url)).toEqual(REFUSED);
  });

  it('is not reached over a redirect, and the hint says where to change it', async () => {
    const { port, reached } = await trap();
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${port}/metadata`;
      const { origin, got } = await hookReceiver({ status, headers: { location } });
      expect(await webhook(`${origin}/x`, true)).toEqual({
        kind: 'refused',
        why: `connections.chat answered ${status}`,
        hint: 'Give connections.chat the address that it leads to: what is sent does not follow.',
      });
      expect(got).toHaveLength(1);
    }
    expect(reached()).toBe(0);
  });

  it('says what to do about a private address', async () => {
    expect(await webhook('http://10.0.0.1/x', false)).toMatchObject({
      hint: 'If it is meant to be in your own network, write `private: true` at connections.chat; else correct its address.',
    });
    expect(await hookUrl('http://10.0.0.1/x')).toMatchObject({
      hint: expect.stringContaining('make a webhook connection in roundsman.yaml'),
    });
  });
});
