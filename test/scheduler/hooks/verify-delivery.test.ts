import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hookSecrets } from '../../../src/scheduler/hooks/hook-receiver.ts';
import {
  type HeaderField,
  verifyDelivery,
  type Verification,
} from '../../../src/scheduler/hooks/verify-delivery.ts';
import { WEBHOOK_SCHEMES } from '../../../src/words/trigger.ts';
import { github, gitlab, standard, type Sent } from '../../kit/hook-senders.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOW = new Date('2026-11-21T09:00:00Z');

function verify(
  scheme: (typeof WEBHOOK_SCHEMES)[number],
  sent: Sent,
  secret: string,
): Verification {
  const secrets = hookSecrets({ kind: 'webhook', scheme, secret: 'X' }, { X: secret });
  if (secrets.kind === 'missing') throw new TypeError(secrets.problem);
  const body = typeof sent.body === 'string' ? bytes(sent.body) : sent.body;
  const headers = Object.entries(sent.headers);
  return verifyDelivery({ headers, body }, { scheme, keys: secrets.keys, now: NOW });
}

describe('the examples that the schemes publish', () => {
  it('hold for Standard Webhooks', () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const key = hookSecrets(
      { kind: 'webhook', scheme: 'standard', secret: 'X' },
      { X: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    );
    if (key.kind === 'missing') throw new TypeError(key.problem);
    const delivery = { headers: Object.entries(headers), body: bytes('{"test": 2432232314}') };
    const at = (seconds: number): Verification =>
      verifyDelivery(delivery, {
        scheme: 'standard',
        keys: key.keys,
        now: new Date(seconds * 1_000),
      });

    expect(at(1_614_265_330)).toEqual({
      kind: 'verified',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      idSigned: true,
      event: null,
    });
    expect(at(1_614_265_330 + 301)).toEqual({
      kind: 'stale',
      reason: 'it was signed 301 s from now',
    });
  });

  it('hold for GitHub', () => {
    const headers: HeaderField[] = [
      [
        'x-hub-signature-256',
        'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      ],
      ['x-github-delivery', 'd'],
      ['x-github-event', 'push'],
    ];
    const keys = [bytes("It's a Secret to Everybody")];

    expect(
      verifyDelivery(
        { headers, body: bytes('Hello, World!') },
        { scheme: 'github', keys, now: NOW },
      ),
    ).toEqual({ kind: 'verified', id: 'd', idSigned: false, event: 'push' });
  });
});

describe('a delivery', () => {
  it('is never verified when one byte of its body is another', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, at, by) => {
          const changed = body.map((byte, index) =>
            index === at % body.length ? byte ^ by : byte,
          );
          expect(verify('standard', standard('x', body), STANDARD).kind).toBe('verified');
          expect(verify('github', github('x', body), 'a-lantern-in-every-window').kind).toBe(
            'verified',
          );
          expect(verify('standard', { ...standard('x', body), body: changed }, STANDARD).kind).toBe(
            'forged',
          );
          expect(
            verify('github', { ...github('x', body), body: changed }, 'a-lantern-in-every-window')
              .kind,
          ).toBe('forged');
        },
      ),
    );
  });

  it('of anything at all is refused without a fault', () => {
    const name = fc.constantFrom(
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-hub-signature-256',
      'x-github-delivery',
      'x-gitlab-token',
      'idempotency-key',
    );
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'v1,',
        'v1,AAAA',
        'sha256=',
        'sha256=00',
        'sha256=zz',
        '1',
        '-1',
        '9'.repeat(400),
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...WEBHOOK_SCHEMES),
        fc.array(fc.tuple(name, value), { maxLength: 12 }),
        fc.uint8Array(),
        (scheme, headers, body) => {
          const request = { scheme, keys: [bytes('a key that nobody guesses')], now: NOW };
          expect(verifyDelivery({ headers, body }, request).kind).toBe('forged');
        },
      ),
    );
  });

  it('is not verified by a token that is a part of the secret, or has it as a part', () => {
    for (const token of ['token-of-the-watc', 'token-of-the-watchh', 'TOKEN-OF-THE-WATCH', ' '])
      expect(verify('gitlab-token', gitlab('x', '{}', { token }), 'token-of-the-watch').kind).toBe(
        'forged',
      );
  });

  it('bears a megabyte of signatures', () => {
    const headers = { 'webhook-signature': 'v1,AAAA '.repeat(130_000) };
    expect(verify('standard', standard('x', '{}', { headers }), STANDARD).kind).toBe('forged');
  });
});

const STANDARD = `whsec_${Buffer.from('lamps-along-the-long-quay').toString('base64')}`;

describe('secrets', () => {
  const read = (value: string | undefined, scheme: (typeof WEBHOOK_SCHEMES)[number] = 'standard') =>
    hookSecrets({ kind: 'webhook', scheme, secret: 'HOOK' }, { HOOK: value });

  it('are separated by commas or blanks, and base64 only where the prefix says so', () => {
    expect(read('whsec_YWJj, plain\n\twhsec_ZGVm')).toEqual({
      kind: 'keys',
      keys: [Buffer.from('abc'), bytes('plain'), Buffer.from('def')],
    });
    expect(read('whsec_YWJj', 'github')).toEqual({ kind: 'keys', keys: [bytes('whsec_YWJj')] });
  });

  it.each([undefined, '', ' , \n'])('are missing in %j', (value) => {
    expect(read(value)).toEqual({ kind: 'missing', problem: 'the variable HOOK is not set' });
  });

  it.each(['whsec_', 'whsec_a*b=', 'whsec_YWJj===', 'good,whsec_Y'])(
    'are not base64 in %j',
    (value) => {
      expect(read(value)).toEqual({
        kind: 'missing',
        problem: 'a secret in the variable HOOK begins with whsec_ and is not base64 after it',
      });
    },
  );
});
