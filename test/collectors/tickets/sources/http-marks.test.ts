import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { retryAfterMs } from '../../../../src/collectors/tickets/sources/http/ask-page.ts';
import { readHttpMark } from '../../../../src/collectors/tickets/sources/http/open-http.ts';
import { sinceText } from '../../../../src/collectors/tickets/sources/http/page-request.ts';
import { listServer, type ListServer } from '../../../kit/list-server.ts';
import { httpConnection, idsOf, sourceWorld, window, type SourceWorld } from './source-world.ts';

interface Kept {
  readonly id: string;
  readonly created: string;
  readonly updated?: string;
}

const at = (text: string): string => `2026-11-${text}:00.000Z`;

/** A service that knows what changed since, and gives two a page, in the order of making. */
async function service(tickets: Kept[]): Promise<{
  readonly server: ListServer;
  readonly world: SourceWorld;
  readonly sinces: () => readonly string[];
}> {
  const server = await listServer(({ url }) => {
    const since = Date.parse(url.searchParams.get('since') ?? '');
    const page = Number(url.searchParams.get('page') ?? 1);
    const found = tickets
      .filter(({ created, updated }) => Date.parse(at(updated ?? created)) >= since)
      .toSorted((a, b) => (a.created < b.created ? -1 : 1))
      .map(({ id, created, updated }) => ({
        id,
        title: `Ticket ${id}`,
        created_at: at(created),
        updated_at: at(updated ?? created),
      }));
    return { body: found.slice((page - 1) * 2, page * 2) };
  });
  const world = sourceWorld(
    httpConnection(server.base, {
      pages: { kind: 'number', parameter: 'page', first: 1, step: 1, size: 2 },
    }),
    { now: at('25T00:00') },
  );
  const sinces = () => [
    ...new Set(server.asked.map(({ url }) => url.searchParams.get('since') ?? '')),
  ];
  return { server, world, sinces };
}

const FIRST = window('20T07:00', '21T07:00');
const SECOND = window('21T07:00', '22T07:00');
const THIRD = window('22T07:00', '23T07:00');

describe('from one good run to the next', () => {
  it('is asked from the window first, then a bit before the mark; nothing comes twice', async () => {
    const tickets: Kept[] = [
      { id: 'A', created: '20T08:00' },
      { id: 'B', created: '21T06:59' },
    ];
    const { world, sinces } = await service(tickets);
    expect(idsOf(await world.run(FIRST))).toEqual(['A', 'B']);
    tickets.push({ id: 'C', created: '21T09:00' });
    const second = await world.run(SECOND);
    expect(idsOf(second)).toEqual(['C']);
    expect(second.leftOut).toEqual({ told: 1, afterWindow: 0, repeated: 0 });
    expect(idsOf(await world.run(THIRD))).toEqual([]);
    expect(sinces()).toEqual([at('20T07:00'), at('21T06:50'), at('22T06:50')]);
  });

  it('a ticket that the list shows late is told once, marked late; one that changed and was told is not', async () => {
    const tickets: Kept[] = [{ id: 'A', created: '20T08:00' }];
    const { world } = await service(tickets);
    await world.run(FIRST);
    tickets[0] = { id: 'A', created: '20T08:00', updated: '21T12:00' };
    tickets.push({ id: 'B', created: '20T10:00', updated: '21T11:00' });
    expect(idsOf(await world.run(SECOND))).toEqual(['B late']);
    tickets[1] = { id: 'B', created: '20T10:00', updated: '22T11:00' };
    expect(idsOf(await world.run(THIRD))).toEqual([]);
  });

  it('a run that fails loses nothing, and one that was too early for a ticket neither', async () => {
    const tickets: Kept[] = [{ id: 'A', created: '20T08:00' }];
    const { world, sinces } = await service(tickets);
    await world.run(FIRST);
    tickets.push({ id: 'B', created: '21T08:00' }, { id: 'C', created: '22T08:00' });
    const failed = await world.collect(SECOND);
    expect(idsOf(failed)).toEqual(['B']);
    expect(failed.leftOut.afterWindow).toBe(1);
    expect(idsOf(await world.run(SECOND))).toEqual(['B']);
    expect(idsOf(await world.run(THIRD))).toEqual(['C']);
    expect(sinces()).toEqual([at('20T07:00'), at('21T06:50'), at('22T06:50')]);
  });

  it('a window of long ago is asked from its own beginning, and leads nothing back', async () => {
    const tickets: Kept[] = [{ id: 'A', created: '20T08:00' }];
    const { world, sinces } = await service(tickets);
    await world.run(THIRD);
    await world.run(window('18T07:00', '19T07:00'));
    await world.run(window('23T07:00', '24T07:00'));
    expect(sinces()).toEqual([at('22T07:00'), at('18T07:00'), at('23T06:50')]);
  });

  it('another address begins again, from its window', async () => {
    const { world, server } = await service([]);
    await world.run(FIRST);
    await world.run(SECOND, {
      connection: httpConnection(server.base, { url: `${server.base}/other` }),
    });
    expect(server.asked.at(-1)?.url.href).toContain(
      `/other?since=${encodeURIComponent(at('21T07:00'))}`,
    );
  });

  it('what `max` keeps for later comes with the next runs', async () => {
    const tickets = ['A', 'B', 'C', 'D', 'E'].map((id, index) => ({
      id,
      created: `20T0${index + 8}:00`.replace('010', '10').replace('011', '11').replace('012', '12'),
    }));
    const { world } = await service(tickets);
    const rule = { max: 2 };
    const first = await world.run(FIRST, { rule });
    expect(idsOf(first)).toEqual(['D', 'E']);
    expect(first.truncated).toBe(3);
    expect(idsOf(await world.run(SECOND, { rule }))).toEqual(['B late', 'C late']);
    expect(idsOf(await world.run(THIRD, { rule }))).toEqual(['A late']);
    expect(idsOf(await world.run(window('23T07:00', '24T07:00'), { rule }))).toEqual([]);
  });
});

describe('a reading that a bound ends', () => {
  const five = ['A', 'B', 'C', 'D', 'E'].map((id, index) => ({ id, created: `21T1${index}:00` }));
  const bounds = { pages: 1 };
  const read = async (
    world: SourceWorld,
    mark: Parameters<SourceWorld['read']>[0]['mark'] = null,
  ) => {
    const reading = await world.read({
      since: at('21T07:00'),
      until: at('22T07:00'),
      mark,
      bounds,
    });
    return { ...reading, ids: reading.records.map(({ value }) => value['id']) };
  };

  it('is gone on with at the next page, until all was read; only then its mark moves', async () => {
    const { world, sinces } = await service([...five]);
    const first = await read(world);
    expect(first).toMatchObject({ ids: ['A', 'B'], cut: 'after 1 page', counts: { pages: 1 } });
    expect(first.next?.reached).toBe(at('21T07:00'));
    const second = await read(world, first.next?.mark);
    expect(second).toMatchObject({ ids: ['C', 'D'], cut: 'after 1 page' });
    // The next morning: the rest, and then what is new.
    const third = await world.read({
      since: at('22T07:00'),
      until: at('23T07:00'),
      mark: second.next?.mark ?? null,
    });
    expect(third.records.map(({ value }) => value['id'])).toEqual(['E']);
    expect(third).toMatchObject({
      cut: null,
      since: at('22T06:50'),
      next: { mark: { since: at('23T07:00'), rest: null }, reached: at('23T07:00') },
    });
    expect(sinces()).toEqual([at('21T07:00'), at('22T06:50')]);
  });

  it.each([
    ['bytes', { bytes: 10 }, 'after 0 MB'],
    ['records', { records: 2 }, 'after 2 records'],
    ['time', { ms: 0 }, 'after 0 minutes'],
  ] as const)('ends by %s too', async (_name, bound, words) => {
    const { world } = await service([...five]);
    const reading = await world.read({
      since: at('21T07:00'),
      until: at('22T07:00'),
      bounds: bound,
    });
    expect(reading.cut).toBe(words);
    expect(reading.records).toHaveLength(2);
  });

  it('begins again where its page is gone, and says so', async () => {
    const { world, server } = await service([...five]);
    const first = await read(world);
    const { answer } = server;
    server.answer = (call) =>
      call.url.searchParams.get('page') === '2' && server.asked.length === 2
        ? { status: 410 }
        : answer(call);
    const second = await read(world, first.next?.mark);
    expect(second.ids).toEqual(['A', 'B']);
    expect(second.problems).toEqual([
      {
        source: 'support',
        problem:
          'the page at which the last reading stopped is gone: read from its beginning again',
      },
    ]);
  });

  it('asks nobody else than its own server, whatever the mark says', async () => {
    const other = await listServer(() => ({ body: [] }));
    const { world } = await service([...five]);
    const mark = {
      since: at('21T07:00'),
      rest: { since: null, place: { url: `${other.base}/steal` }, until: at('22T07:00') },
    };
    await read(world, mark);
    expect(other.asked).toEqual([]);
  });

  it('counts a mark that does not hold as none', () => {
    expect(readHttpMark({ since: 'yesterday' })).toBeNull();
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, rest) => {
        for (const one of [
          value,
          { since: null, rest },
          { since: at('21T07:00'), rest: { place: rest } },
        ]) {
          const read = readHttpMark(JSON.parse(JSON.stringify(one)));
          const since = read?.since ?? at('21T07:00');
          expect(Date.parse(since)).not.toBeNaN();
        }
      }),
    );
  });
});

describe('{since}', () => {
  const instant = new Date('2026-10-25T00:30:15.250Z');
  it.each([
    ['iso', '2026-10-25T00:30:15.250Z'],
    ['date', '2026-10-24'],
    ['seconds', '1792888215'],
    ['milliseconds', '1792888215250'],
    // 02:30 comes twice that night in Berlin; this is the first one.
    ['jql', '2026-10-25 01:30'],
  ] as const)('is written as %s', (form, text) => {
    expect(sinceText(instant, form, 'Europe/Berlin')).toBe(text);
  });

  it('as JQL is on the clock of the workspace, and the second of two hours is said as it is', () => {
    expect(sinceText(new Date('2026-10-25T01:30:00Z'), 'jql', 'Europe/Berlin')).toBe(
      '2026-10-25 02:30',
    );
    expect(sinceText(new Date('2026-11-21T07:05:00Z'), 'jql', 'America/New_York')).toBe(
      '2026-11-21 02:05',
    );
  });

  it('as a date began at that instant already, wherever the service is', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const day = Date.parse(`${sinceText(date, 'date', 'UTC')}T00:00:00Z`);
          expect(day + 12 * 3_600_000).toBeLessThanOrEqual(date.getTime());
        },
      ),
    );
  });
});

it('reads Retry-After in seconds and as a date, and nothing else', () => {
  const now = new Date('2026-11-22T08:00:00Z');
  const cases: readonly [string | undefined, number | null][] = [
    ['0', 0],
    ['2.5', 2_500],
    ['999999999', 86_400_000],
    ['Sun, 22 Nov 2026 08:00:10 GMT', 10_000],
    ['Sunday, 22-Nov-26 08:00:10 GMT', 10_000],
    ['Sun, 22 Nov 2026 07:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['2026-11-22', null],
    ['', null],
    [undefined, null],
  ];
  expect(cases.map(([header]) => retryAfterMs(header, now))).toEqual(cases.map(([, ms]) => ms));
});
