import { describe, expect, it } from 'vitest';

import type { HttpConnection } from '../../../../src/words/connection.ts';
import { listServer, type ListAnswer, type ListServer } from '../../../kit/list-server.ts';
import {
  failureOf,
  httpConnection,
  idsOf,
  sourceWorld,
  TOKEN,
  window,
  type SourceWorld,
} from './source-world.ts';

const DAY = window('21T07:00', '22T07:00');
const GOOD: ListAnswer = {
  body: [{ id: 'T-1', title: 'A ticket', created_at: '2026-11-21T10:00:00Z' }],
};

/** Answers one after the other, the last one for good. */
async function world(
  answers: readonly ListAnswer[],
  change: Partial<HttpConnection> = {},
): Promise<SourceWorld & { readonly server: ListServer }> {
  let at = 0;
  const server = await listServer(() => answers[Math.min(at++, answers.length - 1)] ?? GOOD);
  return { server, ...sourceWorld(httpConnection(server.base, change)) };
}

const waited = (one: SourceWorld): number =>
  one.clock.now().getTime() - Date.parse('2026-11-22T08:00:00Z');

describe('a server that is busy', () => {
  it('is left alone for as many seconds as it says', async () => {
    const one = await world([{ status: 429, headers: { 'retry-after': '17' } }, GOOD]);
    const facts = await one.collect(DAY);
    expect(idsOf(facts)).toEqual(['T-1']);
    expect(waited(one)).toBe(17_000);
    expect(facts.origin).toMatchObject({ pages: 1, requests: 2 });
  });

  it('is left alone until the date that it says', async () => {
    const date = 'Sun, 22 Nov 2026 08:01:30 GMT';
    const one = await world([{ status: 503, headers: { 'retry-after': date } }, GOOD]);
    expect(idsOf(await one.collect(DAY))).toEqual(['T-1']);
    expect(waited(one)).toBe(90_000);
  });

  it('is asked later by another run when it wants more than two minutes', async () => {
    const one = await world([{ status: 429, headers: { 'retry-after': '3600' } }]);
    expect(await failureOf(one.collect(DAY))).toMatch(
      /^failed source-rate-limited: connections\.support: 127\.0\.0\.1:\d+ answers 429.* \| It asks to wait 3600 s more\. Nothing of it was told: the next run asks from the same place on\.$/,
    );
    expect(waited(one)).toBe(0);
  });

  it('is left alone where it says so in an error of GraphQL, as Linear does', async () => {
    const body = { errors: [{ message: 'Slower', extensions: { code: 'RATELIMITED' } }] };
    const reset = String(Date.parse('2026-11-22T08:00:30Z'));
    const one = await world([
      { status: 400, headers: { 'x-ratelimit-requests-reset': reset }, body },
      GOOD,
    ]);
    expect(idsOf(await one.collect(DAY))).toEqual(['T-1']);
    expect(waited(one)).toBe(30_000);
    const long = await world([{ status: 400, headers: { 'retry-after': '3600' }, body }]);
    expect(await failureOf(long.collect(DAY))).toContain('failed source-rate-limited');
  });

  it('is asked four times, and for five minutes in all', async () => {
    const one = await world([{ status: 429, headers: { 'retry-after': '0' } }]);
    expect(await failureOf(one.collect(DAY))).toContain('answers 429 (asked 4 times)');
    expect(one.server.asked).toHaveLength(4);
    const slow = await world([{ status: 429, headers: { 'retry-after': '110' } }]);
    expect(await failureOf(slow.collect(DAY))).toContain('source-rate-limited');
    expect(waited(slow)).toBe(220_000);
  });

  it('is asked again after a 5xx and a broken answer, ever later', async () => {
    const one = await world([
      { status: 502 },
      { body: GOOD.body, cutAt: 10, headers: { 'content-length': '80' } },
      GOOD,
    ]);
    expect(idsOf(await one.collect(DAY))).toEqual(['T-1']);
    expect(waited(one)).toBe(5_000);
    const down = await world([{ status: 500, body: 'oops' }]);
    expect(await failureOf(down.collect(DAY))).toMatch(
      /source-failing: .* answers 500 \(asked 4 times\): oops/,
    );
    expect(waited(down)).toBe(21_000);
  });
});

describe('a server that says no', () => {
  it.each([401, 403])(
    'with %i makes clear which token is meant, and never shows it',
    async (status) => {
      const one = await world([{ status, body: `{"error": "bad token ${TOKEN}\\u001b[2J"}` }]);
      const failure = await failureOf(one.collect(DAY));
      expect(failure).toContain(`missing source-not-allowed: connections.support: `);
      expect(failure).toContain(`answers ${status}: {"error": "bad token [redacted]`);
      expect(failure).toContain(
        'The token in env:SUPPORT_TOKEN is wrong, has expired, or may not read this',
      );
      expect(one.server.asked).toHaveLength(1);
    },
  );

  it('tells what it said of the request', async () => {
    const one = await world([
      { status: 400, body: { errorMessages: ['The field X is not there'] } },
    ]);
    expect(await failureOf(one.collect(DAY))).toMatch(
      /source-refuses: .*answers 400: \{"errorMessages":\["The field X is not there"\]\} \| Look at url, query and body of connections\.support\.$/,
    );
  });

  it('is not asked at all without its token, or where its address is not allowed', async () => {
    const one = await world([GOOD], { token: { kind: 'env', name: 'NOT_SET' } });
    expect(await failureOf(one.collect(DAY))).toContain(
      'missing no-credential: env:NOT_SET is not set',
    );
    const shut = await world([GOOD], { private: false });
    expect(await failureOf(shut.collect(DAY))).toMatch(
      /^refused source-refused: .*`private: true`/,
    );
    expect([...one.server.asked, ...shut.server.asked]).toEqual([]);
  });

  it('leads elsewhere, which is not followed', async () => {
    const one = await world([{ status: 302, headers: { location: 'https://login.example/' } }]);
    expect(await failureOf(one.collect(DAY))).toContain('leads elsewhere, to login.example');
  });
});

describe('an answer that is not a list of tickets', () => {
  it.each<[string, ListAnswer, string]>([
    [
      'a page to log in',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Log in</title>' },
      'it answers with a web page in place of JSON, most likely one to log in',
    ],
    [
      'JSON that ends too early',
      { body: '[{"id": 1, "title": "x"}, {"id"' },
      'ends too early, or is broken',
    ],
    ['plain text', { body: 'hello' }, 'its answer is not JSON'],
    ['nothing', { body: '' }, 'it answers with nothing at all'],
    ['a number', { body: '7' }, 'neither a list nor an object'],
    [
      'an error of GraphQL',
      { body: { data: null, errors: [{ message: 'Field \u001b[31m`x` does\nnot exist' }] } },
      'it answers with an error: Field `x` does not exist',
    ],
  ])('is a failure: %s', async (_name, answer, words) => {
    const one = await world([answer]);
    expect(await failureOf(one.collect(DAY))).toContain(words);
  });

  it('is named where the routine looks for the list elsewhere', async () => {
    const one = await world([{ body: { issues: [], total: 0 } }]);
    expect(await failureOf(one.collect(DAY, { rule: { items: 'data.issues' } }))).toBe(
      'failed source-without-list: connections.support: there is no list at `data.issues` of its answer, which has issues, total | Correct `tickets.items`.',
    );
  });

  it.each<[string, unknown, string | null]>([
    ['null in place of a list', { issues: null }, 'issues'],
    ['an empty list by any name', { values: [], size: 0 }, null],
  ])('is none where there are no tickets: %s', async (_name, body, items) => {
    const one = await world([{ body }]);
    const facts = await one.collect(DAY, { rule: { items } });
    expect([facts.items, facts.problems]).toEqual([[], []]);
  });

  it('is not read beyond 50 MB', async () => {
    const one = await world([{ body: Buffer.alloc(50_000_001, 32) }]);
    expect(await failureOf(one.collect(DAY))).toContain('answers with more than 50,000,000 bytes');
  });

  it('of nearly 50 MB is read', async () => {
    const filler = 'x'.repeat(49_000_000);
    const one = await world([
      { body: [{ id: 'T-1', title: 'Large', created_at: '2026-11-21T10:00:00Z', body: filler }] },
    ]);
    const facts = await one.collect(DAY);
    expect(facts.items[0]?.body.length).toBeLessThanOrEqual(20_000);
  });
});

it('names what a routine asks for that is not there', async () => {
  const one = await world([GOOD]);
  expect(await failureOf(one.collect(DAY, { rule: { from: 'helpdesk' } }))).toBe(
    'invalid-definition no-connection: `tickets.from` names the connection helpdesk, which roundsman.yaml does not have | It has: support.',
  );
  const hook = {
    kind: 'webhook',
    name: 'support',
    private: false,
    ca: null,
    url: { kind: 'text', text: 'https://hooks.example/' },
    secret: null,
    body: 'json',
    headers: {},
  } as const;
  expect(await failureOf(one.collect(DAY, { connection: hook }))).toContain(
    'a connection of kind webhook has no tickets',
  );
});
