import { describe, expect, it, test } from 'vitest';

import { collectTickets } from '../../../src/collectors/tickets/collect-tickets.ts';
import { rememberTickets } from '../../../src/collectors/tickets/remember-tickets.ts';
import { ticketsOf } from '../../../src/connectors/registry.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { CollectorMemory, TicketsFacts } from '../../../src/words/facts.ts';
import { isRoutineId, isRunId } from '../../../src/words/ids.ts';
import { OTHER_THEME } from '../../../src/words/ticket.ts';
import { listServer, type ListAnswer, type ListCall } from '../../kit/list-server.ts';
import { httpConnection } from './sources/source-world.ts';
import { folderOf, ticketsRequest } from './tickets-request.ts';

const KEY = 'kit-vectors-0123456789-abcdef';

/** Two troubles, each in words that no other ticket has. */
const COUCH = ['Sofa wobbles', 'Couch tilts', 'Settee leans'];
const MONEY = ['Refund outstanding', 'Reimbursement overdue', 'Money unpaid'];
const CONCEPTS = [/sofa|couch|settee|divan/i, /refund|reimburse|money|payback/i];

/** Each about something else, so that there is enough to compare with. */
const OTHERS = 'ABCDEFGHIJKLMN'.split('').map((letter) => `${letter}${letter}x question`);

/** The concept that a text is about, and a little of its own. */
function vectorOf(text: string, at: number): readonly number[] {
  const own = Array.from({ length: 14 }, (_, n) => (n === (text.length + at) % 14 ? 0.3 : 0));
  return [...CONCEPTS.map((concept) => (concept.test(text) ? 1 : 0)), ...own];
}

function inputOf({ body }: ListCall): readonly string[] {
  const { input }: { input: readonly string[] } = JSON.parse(body);
  return input;
}

const good = (call: ListCall): ListAnswer => ({
  body: {
    // In another order than asked: `index` counts.
    data: inputOf(call)
      .map((text, index) => ({ index, embedding: vectorOf(text, index) }))
      .toReversed(),
  },
});

interface World {
  readonly asked: readonly ListCall[];
  readonly run: (day: string, texts: readonly string[]) => Promise<TicketsFacts>;
  readonly memory: () => string;
}

async function world(answer: (call: ListCall) => ListAnswer, isSet = true): Promise<World> {
  const server = await listServer(answer);
  const connection = httpConnection(server.base, {
    name: 'vectors',
    url: `${server.base}/v1`,
    headers: {},
    token: { kind: 'env', name: 'VECTORS_KEY' },
  });
  const root = folderOf({});
  let memory: CollectorMemory | null = null;
  return {
    asked: server.asked,
    memory: () => JSON.stringify(memory),
    run: async (day, texts) => {
      const records = texts.map((title, at) => ({ id: `${day}-${at}`, title }));
      const files = folderOf({ 'tickets/all.json': JSON.stringify(records) });
      const window = { from: null, to: `2026-11-${day}T07:00:00.000Z`, uncovered: null };
      const request = ticketsRequest(files, {
        memory,
        window,
        cacheFolder: root,
        outside: {
          connections: [connection],
          ticketsOf,
          env: { VECTORS_KEY: KEY },
          clock: systemClock,
          learn: () => undefined,
        },
        rule: isSet ? { embeddings: { from: 'vectors', model: 'kit-model' } } : {},
      });
      const facts = await collectTickets(request);
      const run = `0${'1'.repeat(25)}`;
      const routine = 'digest';
      if (!isRunId(run) || !isRoutineId(routine)) throw new TypeError(run);
      const value = rememberTickets({ facts, window, run, current: memory });
      memory = JSON.parse(JSON.stringify({ routine, collector: 'tickets', run, value }));
      return facts;
    },
  };
}

const groupsOf = ({ themes }: TicketsFacts): readonly string[] =>
  themes.map(({ tickets }) => tickets.toSorted().join(' ')).toSorted();

describe('tickets that say one thing in different words', () => {
  it('are one theme with a model of meaning, and nothing is sent without one', async () => {
    const without = await world(good, false);
    const plain = await without.run('20', [...COUCH, ...MONEY, ...OTHERS]);
    const isCouch = (id: string): boolean => ['20-0', '20-1', '20-2'].includes(id);
    const together = plain.themes
      .filter(({ id }) => id !== OTHER_THEME.id)
      .map(({ tickets }) => tickets.filter(isCouch).length);
    expect(Math.max(0, ...together)).toBeLessThan(2);
    expect(plain.embeddings).toBeUndefined();
    expect(without.asked).toEqual([]);
    expect(without.memory()).not.toContain('"text"');

    const facts = await (await world(good)).run('20', [...COUCH, ...MONEY, ...OTHERS]);
    expect(groupsOf(facts)).toEqual(expect.arrayContaining(['20-0 20-1 20-2', '20-3 20-4 20-5']));
    expect(facts.embeddings).toEqual({
      connection: 'vectors',
      model: 'kit-model',
      sent: 20,
      failed: null,
    });
  });

  it('are sent masked, once, with the key, and meet those of earlier days', async () => {
    const one = await world(good);
    const texts = [...COUCH, ...MONEY.slice(0, 2), 'Money unpaid ann@b.example', ...OTHERS];
    const first = await one.run('20', texts);
    const second = await one.run('21', ['Divan slants', 'Couch tilts']);
    expect(one.asked.map(({ url, headers }) => [url.pathname, headers.authorization])).toEqual([
      ['/v1/embeddings', `Bearer ${KEY}`],
      ['/v1/embeddings', `Bearer ${KEY}`],
    ]);
    expect(one.asked.map(inputOf)[0]).toContain('Money unpaid [email]');
    expect(one.asked.map(inputOf)[1]).toEqual(['Divan slants']);
    expect(second.embeddings?.sent).toBe(1);
    const couches = first.themes.find(({ tickets }) => tickets.includes('20-0'));
    expect(second.themes.map(({ id, tickets }) => [id, tickets.toSorted()])).toEqual([
      [couches?.id, ['21-0', '21-1']],
    ]);
    // What is kept of a ticket tells which text it was, and not the text.
    expect(one.memory()).toMatch(/"text":"[0-9a-f]{32}"/);
    expect(one.memory()).not.toContain('Divan slants');
  });
});

const vectors = (make: (texts: readonly string[]) => unknown) => (call: ListCall) => ({
  body: { data: make(inputOf(call)) },
});
const each = (embedding: (at: number) => unknown) =>
  vectors((texts) => texts.map((_, index) => ({ index, embedding: embedding(index) })));
const ones = (length: number): readonly number[] => Array.from({ length }, () => 1);

test.each<[string, (call: ListCall) => ListAnswer, RegExp]>([
  ['too few vectors', vectors(() => [{ index: 0, embedding: ones(8) }]), /answers 1 vector to 20/],
  [
    'one text twice',
    vectors((texts) => texts.map(() => ({ index: 0, embedding: ones(8) }))),
    /leaves texts out/,
  ],
  [
    'numbers that are none',
    each(() => ones(8).map(() => 'NaN')),
    /not hold vectors of 8 to 4,?096/,
  ],
  ['numbers without end', each(() => ones(8).map(() => 1e300)), /not hold vectors/],
  ['nothing but zeros', each(() => ones(8).map(() => 0)), /not hold vectors/],
  ['far too many numbers', each(() => ones(5_000)), /not hold vectors/],
  ['different lengths', each((at) => ones(8 + (at % 2))), /different lengths/],
  ['no list', () => ({ body: { data: 'all of them' } }), /no list `data`/],
  ['a page', () => ({ body: '<html>' }), /no list `data`/],
  [
    'an error with words of its own',
    () => ({ status: 500, body: { error: 'obey me' } }),
    /^it answers 500$/,
  ],
  ['an end in the middle', () => ({ body: '{"data":[]}', cutAt: 3 }), /127\.0\.0\.1/],
  [
    'another address',
    () => ({ status: 302, headers: { location: 'http://example.com/' } }),
    /leads elsewhere/,
  ],
])('an endpoint that answers %s changes nothing, and it is said', async (_, answer, why) => {
  const texts = [...COUCH, ...MONEY, ...OTHERS];
  const plain = await (await world(good, false)).run('20', texts);
  const facts = await (await world(answer)).run('20', texts);
  expect(groupsOf(facts)).toEqual(groupsOf(plain));
  expect(facts.embeddings?.failed).toMatch(why);
});

test('a few tickets are grouped by words until there are enough to compare with', async () => {
  const one = await world(good);
  expect((await one.run('20', COUCH)).embeddings?.failed).toMatch(/fewer than 20/);
  const next = await one.run('21', [...MONEY, ...OTHERS]);
  expect(next.embeddings).toMatchObject({ sent: 17, failed: null });
});
