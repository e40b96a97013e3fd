/** The query continues as it was read: what could be a key to anybody is none of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { forwardedHeaders } from '../../../src/engines/gateway/headers.ts';
import { readQuery } from '../../../src/engines/gateway/routes.ts';

const TOKEN = 'token-of-the-run';
const isToken = (text: string): boolean => text === TOKEN;

describe('a query', () => {
  it.each([
    ['/v1/x', '', []],
    ['/v1/x?beta=true', '?beta=true', []],
    ['/v1/x?$alt=sse&page_size=3', '?$alt=sse&page_size=3', []],
    ['/v1/x?pageToken=a%2Fb&fields=a,b', '?pageToken=a%2Fb&fields=a,b', []],
    ['/v1/x?flag&a=&&b=1', '?flag&a=&b=1', []],
    [`/v1/x?alt=sse&key=${TOKEN}`, '?alt=sse', [TOKEN]],
    [`/v1/x?%6Bey=${TOKEN}`, '', [TOKEN]],
  ])('%s continues as %s', (target, text, keys) => {
    expect(readQuery(target, isToken)).toEqual({ kind: 'plain', text, keys });
  });

  it.each([
    '?key=other',
    '?%6bey=other',
    '?KEY=other',
    '?a=1;key=other',
    '?%256bey=other',
    `?key=${TOKEN}&key=other`,
    '?api_key=other',
    '?api%2Dkey=other',
    '?access_token=other',
    '?key%00=other',
    '?key[]=other',
    '?%EF%BB%BFkey=other',
    '? key=other',
    '?x-goog-api-key=other',
    '?subscription-key=other',
    '?X-Amz-Signature=other',
    '?a=%ff',
  ])('%s is refused', (query) => {
    expect(readQuery(`/v1/x${query}`, isToken)).toMatchObject({ kind: 'refused' });
  });

  it('in any spelling of a name that carries a key is refused', () => {
    const spelled = fc
      .tuple(
        fc.constantFrom('key', 'api_key', 'apiKey', 'access_token', 'authorization', 'x-api-key'),
        fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
      )
      .map(([name, ways]) =>
        Array.from(name, (letter) => {
          const hex = letter.charCodeAt(0).toString(16);
          const way = ways.next().value;
          return [letter, letter.toUpperCase(), `%${hex}`, `%25${hex}`][way] ?? letter;
        }).join(''),
      );
    fc.assert(
      fc.property(
        spelled,
        fc.constantFrom('&', ';', '&&'),
        fc.array(fc.constantFrom('a=1', 'alt=sse', 'flag'), { maxLength: 3 }),
        (name, between, others) => {
          const query = [...others, `${name}=other`].join(between);
          expect(readQuery(`/v1/x?${query}`, isToken).kind).toBe('refused');
        },
      ),
    );
  });

  it('means the same to who reads it again', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        const query = readQuery(`/v1/x?${text}`, isToken);
        if (query.kind === 'refused') return;
        expect(readQuery(`/v1/x${query.text}`, isToken)).toEqual({ ...query, keys: [] });
      }),
    );
  });
});

it('headers that carry a key continue in no spelling', () => {
  const names = ['X-Api-Key', 'x_api_key', 'api.key', 'X-Auth-Token', 'Cookie', 'x-goog-api_key'];
  const others = [
    'session_id',
    'anthropic-version',
    'idempotency-key',
    'X-Idempotency-Key',
    'openai-organization',
  ];
  const headers = [...names, ...others].map((name) => [name, 'other'] as const);
  const sent = forwardedHeaders(headers, { api: 'anthropic', key: null, host: 'h' });
  expect(sent.filter(([, value]) => value === 'other').map(([name]) => name)).toEqual(others);
});
