import { describe, expect, it } from 'vitest';

import type { HttpConnection } from '../../../../src/words/connection.ts';
import { listServer, type ListAnswer, type ListCall } from '../../../kit/list-server.ts';
import { failureOf, httpConnection, idsOf, sourceWorld, TOKEN, window } from './source-world.ts';

const DAY = window('21T07:00', '22T07:00');
const ticket = (id: number) => ({
  id,
  title: `Ticket number ${id}`,
  created_at: '2026-11-21T10:00:00Z',
});

/** Five tickets on three pages, by the query `at`. */
const PAGES = [[1, 2], [3, 4], [5]].map((ids) => ids.map(ticket));

async function pagedWorld(
  answer: (call: ListCall, base: string) => ListAnswer,
  change: Partial<HttpConnection>,
) {
  let base = '';
  const server = await listServer((call) => answer(call, base));
  base = server.base;
  return { server, world: sourceWorld(httpConnection(base, change)) };
}

const pageOf = ({ url }: ListCall, name = 'at'): number => Number(url.searchParams.get(name) ?? 0);

type Astray = [
  name: string,
  world: {
    readonly answer: (call: ListCall, base: string) => ListAnswer;
    readonly pages: HttpConnection['pages'];
  },
  words: string,
];

describe('pages of an HTTP list', () => {
  it('are one, where there are none, and the token stands in the header alone', async () => {
    const { server, world } = await pagedWorld(() => ({ body: PAGES.flat() }), {});
    const facts = await world.run(DAY);
    expect(idsOf(facts)).toEqual(['1', '2', '3', '4', '5']);
    expect(facts.untrusted).toBe(true);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(server.asked[0]?.url.search).toBe('?since=2026-11-21T07%3A00%3A00.000Z');
    expect(world.learned).toEqual([{ name: 'SUPPORT_TOKEN', value: TOKEN }]);
    expect(facts.origin).toMatchObject({
      connection: 'support',
      kind: 'http',
      asked: `GET ${server.base}/tickets`,
      since: '2026-11-21T07:00:00.000Z',
      pages: 1,
      requests: 1,
      cut: null,
    });
    expect(JSON.stringify(facts)).not.toContain(TOKEN);
    expect(facts.items[0]?.source).toBe('support, page 1, record 1');
  });

  it('follow the header Link', async () => {
    const { server, world } = await pagedWorld(
      (call) => {
        const at = pageOf(call);
        const next = `<?since=x&at=${at + 1}>; rel="next", </tickets>; rel="first"`;
        return { body: PAGES[at], headers: at < 2 ? { link: next } : { link: '</>; rel="prev"' } };
      },
      { pages: { kind: 'link' } },
    );
    expect(idsOf(await world.run(DAY))).toEqual(['1', '2', '3', '4', '5']);
    expect(server.asked.map(({ url }) => url.search)).toEqual([
      '?since=2026-11-21T07%3A00%3A00.000Z',
      '?since=x&at=1',
      '?since=x&at=2',
    ]);
  });

  it('follow an address in the answer until it is null, or the answer says that it was the last', async () => {
    const { world } = await pagedWorld(
      (call, base) => {
        const at = pageOf(call);
        return {
          body: {
            issues: PAGES[at],
            paging: { next: at < 2 ? `${base}/tickets?at=${at + 1}` : null },
          },
        };
      },
      { pages: { kind: 'url', at: 'paging.next' } },
    );
    expect(idsOf(await world.run(DAY))).toEqual(['1', '2', '3', '4', '5']);
    const { server, world: other } = await pagedWorld(
      (call, base) => {
        const at = pageOf(call);
        return { body: { tickets: PAGES[at], after: `${base}/?at=${at + 1}`, end: at === 2 } };
      },
      { pages: { kind: 'url', at: 'after', last: 'end' } },
    );
    expect(idsOf(await other.run(DAY))).toEqual(['1', '2', '3', '4', '5']);
    expect(server.asked).toHaveLength(3);
  });

  it('give a mark back as a parameter, in the query or in the body of a POST', async () => {
    const { server, world } = await pagedWorld(
      (call) => {
        const at = pageOf(call, 'after');
        return { body: { values: PAGES[at], next: at + 1, more: at < 2 } };
      },
      { pages: { kind: 'cursor', at: 'next', parameter: 'after', more: 'more' } },
    );
    expect(idsOf(await world.run(DAY, { rule: { items: 'values' } }))).toHaveLength(5);
    expect(server.asked.map(({ url }) => url.searchParams.get('after'))).toEqual([null, '1', '2']);

    const sly = '"}, {"x": "';
    const { server: graph, world: posted } = await pagedWorld(
      ({ body }) => {
        const { after } = JSON.parse(body).variables;
        return {
          body: {
            data: { nodes: after === sly ? PAGES[1] : PAGES[0], end: after === sly ? null : sly },
          },
        };
      },
      {
        method: 'POST',
        query: {},
        body: '{"query": "query { x(a: {b: 1}) }", "variables": {"after": "{cursor}", "since": "{since}"}}',
        sinceForm: 'seconds',
        pages: { kind: 'cursor', at: 'data.end', parameter: 'after', more: null },
      },
    );
    expect(idsOf(await posted.run(DAY))).toEqual(['1', '2', '3', '4']);
    expect(graph.asked.map(({ body }) => JSON.parse(body).variables)).toEqual([
      { since: 1_795_244_400 },
      { after: sly, since: 1_795_244_400 },
    ]);
    expect(graph.asked[0]?.headers['content-type']).toBe('application/json');
  });

  it('are counted until one is not full', async () => {
    const { server, world } = await pagedWorld(
      (call) => ({ body: PAGES[pageOf(call, 'offset') / 2] ?? [] }),
      { pages: { kind: 'number', parameter: 'offset', first: 0, step: 2, size: 2 } },
    );
    expect(idsOf(await world.run(DAY))).toEqual(['1', '2', '3', '4', '5']);
    expect(server.asked.map(({ url }) => url.searchParams.get('offset'))).toEqual(['0', '2', '4']);
  });

  it.each([
    ['pages', { first: 1, step: 1 }],
    ['entries', { first: 0, step: 200 }],
  ])(
    'are counted to the end by a service that gives fewer at once than it is asked for: %s',
    async (_name, counted) => {
      const all = Array.from({ length: 250 }, (_one, index) => ticket(index));
      const { server, world } = await pagedWorld(
        (call) => {
          const at = pageOf(call, 'at');
          const from = counted.step === 1 ? (at - 1) * 100 : at;
          return { body: all.slice(from, from + 100) };
        },
        { pages: { kind: 'number', parameter: 'at', size: 200, ...counted } },
      );
      expect((await world.run(DAY)).items).toHaveLength(250);
      expect(server.asked).toHaveLength(3);
    },
  );

  it.each<[string, ListAnswer]>([
    ['is empty', { body: [] }],
    ['is refused', { status: 404, body: { detail: 'Invalid page.' } }],
    ['is the first one again', { body: PAGES[0] }],
  ])('end after one that is not full where the next %s', async (_name, beyond) => {
    const { server, world } = await pagedWorld(
      (call) => (pageOf(call, 'page') === 1 ? { body: PAGES[0] } : beyond),
      { pages: { kind: 'number', parameter: 'page', first: 1, step: 1, size: 50 } },
    );
    const facts = await world.run(DAY);
    expect(idsOf(facts)).toEqual(['1', '2']);
    expect(facts.leftOut.repeated).toBe(0);
    expect(server.asked).toHaveLength(2);
  });

  it('are counted in the body of a POST by a number', async () => {
    const { server, world } = await pagedWorld(
      ({ body }) => ({ body: PAGES[JSON.parse(body).page - 1] ?? [] }),
      {
        method: 'POST',
        query: {},
        body: '{"page": "{cursor}", "note": "page {cursor}"}',
        pages: { kind: 'number', parameter: 'page', first: 1, step: 1, size: 2 },
      },
    );
    expect((await world.run(DAY)).items).toHaveLength(5);
    expect(server.asked.map(({ body }) => JSON.parse(body))).toEqual([
      { page: 1, note: 'page 1' },
      { page: 2, note: 'page 2' },
      { page: 3, note: 'page 3' },
    ]);
  });

  it('may hold records that are wrapped', async () => {
    const { world } = await pagedWorld(
      (call) => ({
        body: (PAGES[pageOf(call, 'page') - 1] ?? []).map((one) => ({ ticket: one })),
      }),
      { pages: { kind: 'number', parameter: 'page', first: 1, step: 1, size: 2 } },
    );
    const fields = { id: 'ticket.id', title: 'ticket.title' };
    const { items } = await world.run(DAY, { rule: { fields } });
    expect(items.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('that hold a ticket twice tell it once', async () => {
    const { world } = await pagedWorld(
      (call) => ({ body: [...(PAGES[pageOf(call, 'page') - 1] ?? []), ticket(1)] }),
      { pages: { kind: 'number', parameter: 'page', first: 1, step: 1, size: 3 } },
    );
    const facts = await world.run(DAY);
    expect(idsOf(facts)).toEqual(['1', '2', '3', '4', '5']);
    expect(facts.leftOut.repeated).toBe(3);
  });

  it('that hold records without an id tell them, once', async () => {
    const bare = { title: 'No id here', created_at: '2026-11-21T10:00:00Z' };
    const { world } = await pagedWorld(() => ({ body: [bare, bare, 'no ticket', { id: 7 }] }), {});
    const facts = await world.run(DAY);
    expect(facts.items).toMatchObject([{ title: 'No id here' }]);
    expect(facts.problems.map(({ source }) => source)).toEqual([
      'support, page 1, record 3',
      'support, page 1, record 4',
    ]);
    expect(idsOf(await world.run(window('22T07:00', '23T07:00')))).toEqual([]);
  });

  it('hold keys that mean something to JavaScript, and are nested without end', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const body = `[{"id": "T-1", "title": "Mine", "__proto__": {"title": "other", "polluted": 1}, "constructor": 2, "deep": ${deep}}]`;
    const { world } = await pagedWorld(() => ({ body }), { query: {} });
    const facts = await world.collect(window(null, '22T07:00'));
    expect(facts.items).toMatchObject([{ id: 'T-1', title: 'Mine' }]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('pages that lead astray', () => {
  it.each<Astray>([
    [
      'to another host',
      {
        answer: () => ({ body: { issues: PAGES[0], next: 'https://elsewhere.example/x' } }),
        pages: { kind: 'url', at: 'next' },
      },
      'its next page is elsewhere, at https://elsewhere.example, which is not followed',
    ],
    [
      'to another port',
      {
        answer: () => ({ body: PAGES[0], headers: { link: '<http://127.0.0.1:1/>; rel=next' } }),
        pages: { kind: 'link' },
      },
      'its next page is elsewhere, at http://127.0.0.1:1',
    ],
    [
      'to a file',
      {
        answer: () => ({ body: { issues: PAGES[0], next: 'file:///etc/passwd' } }),
        pages: { kind: 'url', at: 'next' },
      },
      'its next page is elsewhere',
    ],
    [
      'in a circle',
      {
        answer: (call) => ({
          body: [ticket(pageOf(call) + call.url.search.length)],
          headers: { link: `<?at=${1 - pageOf(call)}>; rel="next"` },
        }),
        pages: { kind: 'link' },
      },
      'its pages lead in a circle',
    ],
    [
      'to the same mark',
      {
        answer: (call) => ({
          body: { issues: [ticket(pageOf(call, 'after'))], next: '5', more: true },
        }),
        pages: { kind: 'cursor', at: 'next', parameter: 'after', more: null },
      },
      'its pages lead in a circle',
    ],
    [
      'to the same page',
      {
        answer: () => ({ body: PAGES[0] }),
        pages: { kind: 'number', parameter: 'page', first: 1, step: 1, size: 2 },
      },
      'it gives the same page again',
    ],
    [
      'to nowhere',
      {
        answer: () => ({ body: { issues: PAGES[0], more: true } }),
        pages: { kind: 'cursor', at: 'next', parameter: 'after', more: 'more' },
      },
      'it says that there is more, and not where',
    ],
    [
      'to an object',
      {
        answer: () => ({ body: { issues: PAGES[0], next: { a: 1 } } }),
        pages: { kind: 'cursor', at: 'next', parameter: 'after', more: null },
      },
      'what it gives as the mark of its next page is not text',
    ],
  ])('are not followed: %s', async (_name, { answer, pages }, words) => {
    const { world } = await pagedWorld(answer, { pages });
    expect(await failureOf(world.collect(DAY))).toContain(words);
  });
});
