import fc from 'fast-check';
import { expect, test } from 'vitest';

import { keptTickets, knownThemes } from '../../../src/collectors/tickets/memory/known-themes.ts';
import {
  readTicketsMemory,
  type TicketsMemory,
} from '../../../src/collectors/tickets/memory/tickets-memory.ts';
import { rememberTickets } from '../../../src/collectors/tickets/remember-tickets.ts';
import { AppError } from '../../../src/words/errors.ts';
import type { CollectorMemory, TicketsFacts } from '../../../src/words/facts.ts';
import { isRoutineId, isRunId, type RoutineId, type RunId } from '../../../src/words/ids.ts';
import type { Window } from '../../../src/words/run-spec.ts';
import type { TicketFact, TicketTheme } from '../../../src/words/ticket.ts';
import { collectFrom } from './tickets-request.ts';

function routineId(text: string): RoutineId {
  if (!isRoutineId(text)) throw new TypeError(text);
  return text;
}

function runId(text: string): RunId {
  if (!isRunId(text)) throw new TypeError(text);
  return text;
}

const routine = routineId('digest');
const run = runId(`0${'1'.repeat(25)}`);

function day(date: string): Window {
  const to = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString();
  return { from: `${date}T00:00:00.000Z`, to, uncovered: null };
}

function memoryOf(value: unknown): CollectorMemory {
  return { routine, collector: 'tickets', run, value };
}

function ticket(id: string, createdAt: string | null = '2026-11-20T10:00:00.000Z'): TicketFact {
  return {
    id,
    title: id,
    body: '',
    createdAt,
    author: null,
    labels: [],
    url: null,
    source: id,
    late: false,
    urgent: null,
    duplicateOf: null,
  };
}

function theme(id: string, tickets: readonly string[], firstSeen = '2026-11-21'): TicketTheme {
  return {
    id,
    name: `name of ${id}`,
    tickets,
    previous: null,
    trend: 'new',
    firstSeen,
    signature: [{ term: id, weight: 1 }],
  };
}

function facts(items: readonly TicketFact[], themes: readonly TicketTheme[] = []): TicketsFacts {
  return {
    kind: 'tickets',
    items,
    themes,
    pausedThemes: [],
    coverage: { examined: items.length, found: items.length },
    truncated: 0,
    untrusted: true,
    leftOut: { told: 0, afterWindow: 0, repeated: 0 },
    problems: [],
    moreProblems: 0,
    masked: { email: 0, phone: 0, card: 0 },
    firstTime: true,
  };
}

interface Told {
  readonly items?: readonly TicketFact[];
  readonly themes?: readonly TicketTheme[];
  readonly terms?: TicketsFacts['terms'];
}

function remember(memory: TicketsMemory | null, window: Window, told: Told): TicketsMemory {
  return rememberTickets({
    facts: { ...facts(told.items ?? [], told.themes), terms: told.terms ?? {} },
    window,
    run,
    current: memory === null ? null : memoryOf(memory),
  });
}

const dateOf = (instant: string) => instant.slice(0, 10);
const known = (memory: TicketsMemory, window: Window) => knownThemes({ memory, window, dateOf });

const kept = (memory: TicketsMemory, window: Window, ids: readonly string[] = []) =>
  keptTickets({ memory, window, ids: new Set(ids) }).map(({ id }) => id);

function saying(...ids: readonly string[]): Told {
  return {
    items: ids.map((id) => ticket(id)),
    themes: [theme('t-1', ids)],
    terms: Object.fromEntries(ids.map((id) => [id, { password: 2.2 }])),
  };
}

const FILES = {
  'tickets/a.jsonl': [
    { id: 'before', title: 'a', created: '2026-11-19T23:59:59Z' },
    { id: 'first', title: 'b', created: '2026-11-20T00:00:00Z' },
    { id: 'last', title: 'c', created: '2026-11-20T23:59:59Z' },
    { id: 'after', title: 'd', created: '2026-11-21T00:00:00Z' },
    { id: 'undated', title: 'e' },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n'),
};

test('a window is half-open; what is older or undated and not told is late; what is newer waits', async () => {
  const found = await collectFrom(FILES, { window: day('2026-11-20') });
  expect(found.items.map(({ id, late }) => [id, late])).toEqual([
    ['undated', true],
    ['before', true],
    ['first', false],
    ['last', false],
  ]);
  expect(found.leftOut).toEqual({ told: 0, afterWindow: 1, repeated: 0 });
  expect(found.firstTime).toBe(true);
});

test('what a good run told does not come again, but for its own window', async () => {
  const window = day('2026-11-20');
  const first = await collectFrom(FILES, { window });
  const memory = memoryOf(rememberTickets({ facts: first, window, run, current: null }));
  const again = await collectFrom(FILES, { window, memory });
  expect(again.items.map(({ id }) => id)).toEqual(['first', 'last']);
  expect(again.leftOut.told).toBe(2);
  expect(again.firstTime).toBe(false);
  const next = await collectFrom(FILES, { window: day('2026-11-21'), memory });
  expect(next.items.map(({ id, late }) => [id, late])).toEqual([['after', false]]);
  expect(next.leftOut).toEqual({ told: 4, afterWindow: 0, repeated: 0 });
});

test('of more than max the newest count, and the rest comes late, a run later', async () => {
  const window = day('2026-11-20');
  const first = await collectFrom(FILES, { window, rule: { max: 3 } });
  expect(first.items.map(({ id }) => id)).toEqual(['before', 'first', 'last']);
  expect(first.truncated).toBe(1);
  expect(first.coverage).toEqual({ examined: 5, found: 4 });
  const memory = memoryOf(rememberTickets({ facts: first, window, run, current: null }));
  const next = await collectFrom(FILES, { window: day('2026-11-21'), memory });
  expect(next.items.map(({ id, late }) => [id, late])).toEqual([
    ['undated', true],
    ['after', false],
  ]);
});

test('remembering twice changes nothing, and what another run wrote meanwhile is kept', () => {
  const window = day('2026-11-20');
  const mine = { items: [ticket('a')], themes: [theme('t-1', ['a'])] };
  const other = remember(null, day('2026-11-19'), {
    items: [ticket('b')],
    themes: [theme('t-2', ['b'])],
  });
  const once = remember(other, window, mine);
  expect(remember(once, window, mine)).toEqual(once);
  expect(Object.values(once.told).flat().toSorted()).toEqual(['a', 'b']);
  expect(Object.keys(once.themes)).toEqual(['t-1', 't-2']);
});

test('in whatever order windows are remembered, the same is known', () => {
  const windows = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((date) => ({
    window: day(date),
    told: {
      items: [ticket(date)],
      themes: [theme('t-1', [date]), theme(`t-${date}`, [date])],
      terms: { [date]: { late: 1 } },
    },
  }));
  const inOrder = windows.reduce<TicketsMemory | null>(
    (memory, { window, told }) => remember(memory, window, told),
    null,
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(windows, { minLength: windows.length }), (shuffled) => {
      const memory = shuffled.reduce<TicketsMemory | null>(
        (before, { window, told }) => remember(before, window, told),
        null,
      );
      expect(memory).toEqual(inOrder);
    }),
  );
});

test('a theme is known by its newest record before the window, and a window again by the one before', () => {
  const [one, two, three] = [day('2026-11-18'), day('2026-11-19'), day('2026-11-20')];
  let memory = remember(null, one, { themes: [theme('t-1', ['a']), theme('t-2', ['b', 'c'])] });
  memory = remember(memory, two, { themes: [theme('t-1', ['d', 'e'])] });
  memory = remember(memory, three, { themes: [theme('t-1', ['f', 'g', 'h'])] });
  const next = known(memory, day('2026-11-21'));
  expect(
    next.map(({ id, tickets, wasLast, lastSeen }) => [id, tickets, wasLast, lastSeen]),
  ).toEqual([
    ['t-1', 3, true, '2026-11-21'],
    ['t-2', 2, false, '2026-11-19'],
  ]);
  const again = known(memory, three);
  expect(again.map(({ id, tickets, wasLast }) => [id, tickets, wasLast])).toEqual([
    ['t-1', 2, true],
    ['t-2', 2, false],
  ]);
});

test('what tickets said is known to later windows, and never to the one that told them', () => {
  let memory = remember(null, day('2026-11-18'), saying('a', 'b'));
  memory = remember(memory, day('2026-11-19'), saying('c'));
  expect(remember(memory, day('2026-11-19'), saying('c'))).toEqual(memory);
  expect(kept(memory, day('2026-11-20'))).toEqual(['c', 'b', 'a']);
  expect(kept(memory, day('2026-11-20'), ['b'])).toEqual(['c', 'a']);
  expect(kept(memory, day('2026-11-19'))).toEqual(['b', 'a']);
  expect(kept(memory, day('2026-11-18'))).toEqual([]);
});

test('what tickets said is kept for 28 days, of the newest 1,500', () => {
  let memory = remember(null, day('2026-11-01'), saying('old'));
  memory = remember(memory, day('2026-11-29'), saying('new'));
  expect(kept(memory, day('2026-11-30'))).toEqual(['new', 'old']);
  const many = Array.from({ length: 1_600 }, (_, at) => `t${at}`);
  memory = remember(memory, day('2026-11-30'), saying(...many));
  expect(kept(memory, day('2026-12-01'))).toEqual(many.slice(100).toReversed());
});

test('the same window again finds the same themes, whatever it told before', async () => {
  const window = day('2026-11-20');
  const first = await collectFrom(FILES, { window: day('2026-11-19') });
  const before = rememberTickets({ facts: first, window: day('2026-11-19'), run, current: null });
  const once = await collectFrom(FILES, { window, memory: memoryOf(before) });
  const after = rememberTickets({ facts: once, window, run, current: memoryOf(before) });
  expect(after.kept.length).toBeLessThanOrEqual(2);
  const again = await collectFrom(FILES, { window, memory: memoryOf(after) });
  expect(again.themes.map(({ id, tickets }) => [id, tickets])).toEqual(
    once.themes.map(({ id, tickets }) => [id, tickets]),
  );
});

test('a window without a ticket is nothing to compare with', () => {
  let memory = remember(null, day('2026-11-18'), { themes: [theme('t-1', ['a'])] });
  memory = remember(memory, day('2026-11-19'), {});
  expect(known(memory, day('2026-11-20')).map(({ wasLast }) => wasLast)).toEqual([true]);
});

test('what is expected of a theme goes by the lengths of the windows, and late ones are not counted', () => {
  const items = [ticket('a'), ticket('b'), { ...ticket('c'), late: true }];
  const memory = remember(null, day('2026-11-18'), {
    items,
    themes: [theme('t-1', ['a', 'b', 'c'])],
  });
  const threeDays = { ...day('2026-11-21'), from: day('2026-11-19').from };
  const [weekend] = known(memory, threeDays);
  expect(weekend).toMatchObject({ tickets: 3, expected: 6 });
  const [unbounded] = known(memory, { ...day('2026-11-19'), from: null });
  expect(unbounded?.expected).toBeNull();
});

test('when a window runs again, what it told before gives way to what it tells now', () => {
  const window = day('2026-11-20');
  let memory = remember(null, window, { themes: [theme('t-1', ['a']), theme('t-2', ['b'])] });
  memory = remember(memory, window, { themes: [theme('t-1', ['a', 'b'])] });
  expect(known(memory, day('2026-11-21')).map(({ id, tickets }) => [id, tickets])).toEqual([
    ['t-1', 2],
  ]);
});

test('a window of long ago keeps the ids of themes that only later ones told', () => {
  const memory = remember(null, day('2026-11-20'), { themes: [theme('t-1', ['a'])] });
  expect(known(memory, day('2026-11-01'))).toMatchObject([
    { id: 't-1', tickets: 0, wasLast: false },
  ]);
});

test('after 400 days ids are folded into a bound: what is older counts as told, what is undated is kept', async () => {
  let memory = remember(null, day('2025-10-01'), {
    items: [ticket('old', '2025-09-30T10:00:00.000Z'), ticket('none', null)],
  });
  memory = remember(memory, day('2026-11-20'), {
    items: [ticket('new')],
    themes: [theme('t-1', ['new'])],
  });
  expect(memory.told).toEqual({ '2026-11-21': ['new'] });
  expect(memory.toldBefore).toBe('2025-10-03T00:00:00.000Z');
  expect(memory.undated).toEqual(['none']);
  const found = await collectFrom(
    {
      'tickets/a.jsonl':
        '{"id":"old","title":"x","created":"2025-09-30T10:00:00Z"}\n{"id":"none","title":"y"}\n{"id":"late","title":"z","created":"2025-12-01"}\n',
    },
    { window: day('2026-11-21'), memory: memoryOf(memory) },
  );
  expect(found.items.map(({ id }) => id)).toEqual(['late']);
  expect(found.leftOut.told).toBe(2);
});

test('a theme that was not told for 120 days is forgotten', () => {
  let memory = remember(null, day('2026-06-01'), { themes: [theme('t-1', ['a'])] });
  memory = remember(memory, day('2026-11-20'), { themes: [theme('t-2', ['b'])] });
  expect(Object.keys(memory.themes)).toEqual(['t-2']);
});

test('what stored memory gives back is what was remembered', () => {
  const memory = remember(null, day('2026-11-20'), {
    items: [ticket('a')],
    themes: [theme('t-1', ['a'])],
  });
  expect(readTicketsMemory(memoryOf(JSON.parse(JSON.stringify(memory))))).toEqual(memory);
});

test('memory in another form is an error, never a silent start again', async () => {
  expect(() => readTicketsMemory(memoryOf(['a']))).toThrow(
    'what `tickets` kept for digest cannot be read: it has another form',
  );
  expect(() => readTicketsMemory(memoryOf({ version: 2 }))).toThrow(
    'what `tickets` kept for digest cannot be read: it has version 2, this Roundsman reads version 1',
  );
  await expect(collectFrom(FILES, { memory: memoryOf(null) })).rejects.toMatchObject({
    reason: 'corrupt-memory',
  });
  const good = remember(null, day('2026-11-20'), { themes: [theme('t-1', ['a'])] });
  fc.assert(
    fc.property(
      fc.constantFrom('told', 'toldBefore', 'undated', 'windows', 'themes', 'kept'),
      fc.jsonValue(),
      (name, value) => {
        const torn = memoryOf({ ...good, [name]: value });
        const outcome = outcomeOf(() => {
          const memory = readTicketsMemory(torn);
          kept(memory, day('2026-11-21'));
          return known(memory, day('2026-11-21'));
        });
        expect(['known', 'corrupt-memory']).toContain(outcome);
      },
    ),
  );
});

function outcomeOf(read: () => unknown): string {
  try {
    read();
    return 'known';
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.reason : String(thrown);
  }
}
