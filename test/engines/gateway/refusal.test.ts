import { describe, expect, it } from 'vitest';

import type { HeaderLines } from '../../../src/engines/gateway/headers.ts';
import { refusalOf } from '../../../src/engines/gateway/refusal.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

/** `limit at 12:01:30, final`; `null` for what is the engine's own affair. */
function said(status: number, body: unknown, headers: HeaderLines = []): string | null {
  const refusal = refusalOf({ status, headers, body: JSON.stringify(body) }, NOW);
  if (refusal === null) return null;
  const { kind, resetAt } = refusal.told;
  return `${kind}${resetAt === null ? '' : ` at ${resetAt}`}${refusal.isFinal ? ', final' : ''}`;
}

const GEMINI_DAY = {
  error: {
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'QuotaFailure', violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] },
      { '@type': 'RetryInfo', retryDelay: '31s' },
    ],
  },
};

describe('when it may be asked again', () => {
  it.each<readonly [string, HeaderLines, unknown]>([
    ['12:00:07.000', [['Retry-After', '7']], {}],
    ['12:00:01.500', [['retry-after-ms', '1500']], {}],
    ['12:10:00.000', [['retry-after', 'Sat, 21 Nov 2026 12:10:00 GMT']], {}],
    [
      '12:00:40.000',
      [
        ['anthropic-ratelimit-requests-remaining', '0'],
        ['anthropic-ratelimit-requests-reset', '2026-11-21T12:00:40Z'],
        ['anthropic-ratelimit-tokens-remaining', '5000'],
        ['anthropic-ratelimit-tokens-reset', '2026-11-21T12:09:00Z'],
      ],
      {},
    ],
    [
      '12:06:00.000',
      [
        ['x-ratelimit-reset-tokens', '6m0s'],
        ['x-ratelimit-reset-requests', '120ms'],
      ],
      {},
    ],
    [
      '12:00:03.500',
      [
        ['x-ratelimit-reset-requests', '3.5s'],
        ['x-ratelimit-remaining-requests', '0'],
        ['x-ratelimit-reset-tokens', '1h'],
        ['x-ratelimit-remaining-tokens', '9'],
      ],
      {},
    ],
    ['13:00:00.000', [['x-ratelimit-reset', '1795266000000']], {}],
    ['13:00:00.000', [['anthropic-ratelimit-unified-reset', '1795266000']], {}],
    ['12:00:31.000', [], { error: { details: [{ '@type': 'RetryInfo', retryDelay: '31s' }] } }],
    ['13:00:00.000', [], { error: { type: 'usage_limit_reached', resets_at: 1_795_266_000 } }],
    ['12:02:00.000', [], { error: { type: 'usage_limit_reached', resets_in_seconds: 120 } }],
    ['12:00:00.000', [['retry-after', 'Sat, 21 Nov 2020 12:10:00 GMT']], {}],
  ])('%s by %j %j', (time, headers, body) => {
    const refusal = refusalOf({ status: 429, headers, body: JSON.stringify(body) }, NOW);
    expect(refusal?.told.resetAt).toBe(`2026-11-21T${time}Z`);
  });

  it('is not known where nobody says it in a way that can be meant', () => {
    for (const value of ['soon', '', '1e999', '99999999999999', '-5', 'x'.repeat(500)])
      expect(said(429, {}, [['retry-after', value]])).toBe('limit');
  });
});

describe('what an answer means', () => {
  it('is a limit, which a minute outlasts or not', () => {
    expect(said(429, {}, [['retry-after', '60']])).toBe('limit at 2026-11-21T12:01:00.000Z');
    expect(said(429, {}, [['retry-after', '61']])).toBe('limit at 2026-11-21T12:01:01.000Z, final');
    expect(said(429, { error: { code: 'insufficient_quota' } })).toBe('limit, final');
    expect(said(429, GEMINI_DAY)).toBe('limit, final');
    expect(said(402, { error: { message: 'Payment required' } })).toBe('limit, final');
    expect(said(400, { error: { message: 'Your credit balance is too low' } })).toBe(
      'limit, final',
    );
  });

  it('is a key that is not taken', () => {
    expect(said(401, {})).toBe('unauthorized, final');
    expect(said(403, { error: { type: 'permission_error' } })).toBe('unauthorized, final');
    expect(said(403, { error: { status: 'PERMISSION_DENIED' } })).toBe('unauthorized, final');
    expect(said(400, { error: { details: [{ reason: 'API_KEY_INVALID' }] } })).toBe(
      'unauthorized, final',
    );
  });

  it('is a side that is down', () => {
    for (const status of [408, 500, 502, 503, 529]) expect(said(status, {})).toBe('unavailable');
    expect(said(503, {}, [['retry-after', '600']])).toBe(
      'unavailable at 2026-11-21T12:10:00.000Z, final',
    );
  });

  it('is nothing to us when it is about the request', () => {
    for (const status of [400, 404, 413, 422])
      expect(said(status, { error: 'too long' })).toBeNull();
    expect(said(403, { error: { code: 'content_policy_violation' } })).toBeNull();
    expect(said(403, { error: { metadata: { flagged_input: 'x' } } })).toBeNull();
  });

  it('is told in one line of its own words', () => {
    const words = (body: string): string | undefined =>
      refusalOf({ status: 500, headers: [], body }, NOW)?.told.message;
    expect(words('[{"error": {"message": "a\\nb\\u001b[1m"}}]')).toBe('a b');
    expect(words('{"error": "plain"}')).toBe('plain');
    expect(words('{"message": "m"}')).toBe('m');
    expect(words('<html>\nBad gateway')).toBe('<html> Bad gateway');
  });
});
