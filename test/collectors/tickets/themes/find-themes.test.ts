import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  findThemes,
  type FoundThemes,
  type UngroupedTicket,
} from '../../../../src/collectors/tickets/themes/find-themes.ts';
import { labelledSets, readLabelled, ticketOf } from './labelled-tickets.ts';
import { adjustedRandIndex } from './rand-index.ts';
import { keptOf, leadingThemes, simulateDays, type SimulatedDay } from './simulate-days.ts';

const date = '2026-11-21';

describe.each([
  [
    'shop',
    labelledSets.shop,
    {
      tickets: 380,
      themes: 20,
      whole: 0.7,
      daily: 0.68,
      identity: 0.87,
      identityOrLevel: 0.9,
      regular: { labels: 12, share: 0.9 },
    },
  ],
  [
    'pipelines',
    labelledSets.pipelines,
    {
      tickets: 150,
      themes: 15,
      whole: 0.7,
      daily: 0.55,
      identity: 0.75,
      identityOrLevel: 0.75,
      // Too few tickets a day for any label to come on most days.
      regular: { labels: 0, share: 1 },
    },
  ],
])('the labelled set "%s"', (_, file, least) => {
  const tickets = readLabelled(file);

  it('is large and varied enough to tell anything', () => {
    const sizes = new Map<string, number>();
    for (const { theme } of tickets) sizes.set(theme, (sizes.get(theme) ?? 0) + 1);
    expect(tickets.length).toBeGreaterThanOrEqual(least.tickets);
    expect([...sizes.values()].filter((size) => size > 2).length).toBeGreaterThanOrEqual(
      least.themes,
    );
    expect(new Set(tickets.map(({ title, body }) => `${title} ${body}`)).size).toBe(tickets.length);
  });

  it('is grouped as a person grouped it', async () => {
    const { themes } = await findThemes({ tickets, known: [], date });
    const home = new Map(themes.flatMap(({ id, tickets: ids }) => ids.map((one) => [one, id])));
    const agreement = adjustedRandIndex(
      tickets.map(({ theme }) => theme),
      tickets.map(({ id }) => home.get(id) ?? ''),
    );
    expect(agreement).toBeGreaterThanOrEqual(least.whole);
  });

  it('gets names that differ, are short, and hold no mask, address or number', async () => {
    const { themes } = await findThemes({ tickets, known: [], date });
    const names = themes.map(({ name }) => name);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) {
      expect(name.split(' ').length).toBeLessThanOrEqual(5);
      expect(name.split(' ').length).toBeGreaterThanOrEqual(2);
      expect(name).not.toMatch(/[@[\]#|]|\d{3}|^(?:hi|hello|hallo|dear|re|fwd)\b/i);
      expect(name).toMatch(/^[\p{Lu}\p{N}]|^\p{Ll}+\p{Lu}|^v\d/u);
    }
  });

  it('is the same whichever way it is asked twice', async () => {
    const once = await findThemes({ tickets, known: [], date });
    expect(await findThemes({ tickets, known: [], date })).toEqual(once);
  });

  it('keeps themes together, and their ids and names, over two weeks of days', async () => {
    const days = await simulateDays(tickets);
    const homes = days.flatMap(({ found }) =>
      found.themes.flatMap(({ id, tickets: ids }) => ids.map((one) => [one, id] as const)),
    );
    expect(homes.map(([one]) => one).toSorted()).toEqual(tickets.map(({ id }) => id).toSorted());
    const home = new Map(homes);
    const agreement = adjustedRandIndex(
      tickets.map(({ theme }) => theme),
      tickets.map(({ id }) => home.get(id) ?? ''),
    );
    expect(agreement).toBeGreaterThanOrEqual(least.daily);
    const before = new Map<string, { id: string; name: string; kept: string }>();
    let [continuing, same, level, named, regular, regularSame] = [0, 0, 0, 0, 0, 0];
    const comesMostDays = labelsOfMostDays(days);
    for (const day of days)
      for (const [label, leading] of leadingThemes(day)) {
        const last = before.get(label);
        const goesOn = last !== undefined && leading.level.includes(last.kept);
        if (last !== undefined) {
          continuing += 1;
          if (last.id === leading.id) same += 1;
          if (comesMostDays.has(label)) {
            regular += 1;
            if (last.id === leading.id) regularSame += 1;
          }
          if (goesOn) level += 1;
          if (last.id === leading.id && last.name === leading.name) named += 1;
        }
        before.set(label, { ...leading, kept: goesOn ? last.kept : leading.id });
      }
    // Where two themes hold as many tickets of a label, the id decides which one counts; or the one of before does.
    expect(same / continuing).toBeGreaterThanOrEqual(least.identity);
    expect(level / continuing).toBeGreaterThanOrEqual(least.identityOrLevel);
    // Of the labels with tickets on most of the days.
    expect(comesMostDays.size).toBe(least.regular.labels);
    expect(regularSame).toBeGreaterThanOrEqual(least.regular.share * regular);
    expect(named / same).toBeGreaterThanOrEqual(0.95);
    for (const { found } of days)
      expect(
        found.themes.filter(({ tickets: ids }) => ids.length === 1).length,
      ).toBeLessThanOrEqual(20);
  });
});

/** With tickets on ten of the fourteen days or more. */
function labelsOfMostDays(days: readonly SimulatedDay[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { tickets } of days)
    for (const label of new Set(tickets.map(({ theme }) => theme)))
      counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= 10).map(([label]) => label));
}

describe('themes of any tickets', () => {
  const words = fc.constantFrom(
    'password',
    'reset',
    'invoice',
    'never',
    'arrived',
    'Wo',
    'ist',
    'mein',
    'Paket',
    '🎉',
    '荷物',
    '届きません',
    '[email]',
    '#123',
    '\n',
    '> quoted',
    'Thanks,',
    '',
    'crash!!',
    'a'.repeat(50),
  );
  const text = fc.array(words, { maxLength: 12 }).map((list) => list.join(' '));
  const tickets = fc
    .array(
      fc.oneof(
        fc.record({ title: text, body: text }),
        fc.record({ title: fc.string(), body: fc.string({ unit: 'grapheme' }) }),
      ),
      { maxLength: 40 },
    )
    .map((list) => list.map((words, at) => ticketOf(`t${at}`, words)));

  it('hold every ticket exactly once, on the first day and on the next', async () => {
    await fc.assert(
      fc.asyncProperty(tickets, tickets, async (first, second) => {
        const one = await findThemes({ tickets: first, known: [], date });
        expect(idsOf(one)).toEqual(first.map(({ id }) => id).toSorted());
        const known = one.themes.map(({ id, name, signature, firstSeen, tickets: ids }) => ({
          id,
          name,
          signature,
          firstSeen,
          lastSeen: date,
          tickets: ids.length,
          wasLast: true,
        }));
        const two = await findThemes({
          tickets: second,
          known,
          kept: keptOf(one),
          date: '2026-11-22',
        });
        expect(idsOf(two)).toEqual(second.map(({ id }) => id).toSorted());
        expect(new Set(two.themes.map(({ id }) => id)).size).toBe(two.themes.length);
        for (const { tickets: ids, name, id, signature } of [...one.themes, ...two.themes]) {
          expect(ids.length).toBeGreaterThan(0);
          expect(id).toMatch(/^t-[a-z0-9]{8}$/);
          expect(name).not.toBe('');
          for (const { weight } of signature) expect(weight > 0 && weight <= 1).toBe(true);
        }
        const told = new Set(first.map(({ id }) => id));
        for (const [id, original] of one.duplicateOf)
          expect(told.has(id) && told.has(original) && !one.duplicateOf.has(original)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('are none when there are no tickets, and all that are known pause', async () => {
    const known = { ...passwordTheme, tickets: 4, wasLast: true };
    expect(await findThemes({ tickets: [], known: [known], date })).toEqual({
      themes: [],
      paused: [{ id: known.id, name: known.name, previous: 4, lastSeen: '2026-11-20' }],
      duplicateOf: new Map(),
      terms: new Map(),
    });
  });

  it('join what has no words in "Other requests"', async () => {
    const found = await findThemes({
      tickets: [ticketOf('a'), ticketOf('b', { title: '😀😀' }), ticketOf('c', { body: '12345' })],
      known: [],
      date,
    });
    expect(found.themes).toEqual([
      {
        id: 't-leftover',
        name: 'Other requests',
        tickets: ['a', 'b', 'c'],
        previous: null,
        trend: 'new',
        firstSeen: date,
        signature: [],
      },
    ]);
    expect(found.duplicateOf.size).toBe(0);
  });

  it('survive a ticket of a megabyte that no line break divides', async () => {
    const evil = ['at a.b(', '[email', '<<<<', 'Thanks ', 'a-', 'On x ', '=='].map((part, at) =>
      ticketOf(`e${at}`, { title: part.repeat(1_000), body: part.repeat(150_000) }),
    );
    const found = await findThemes({ tickets: evil, known: [], date });
    expect(idsOf(found)).toEqual(evil.map(({ id }) => id));
  });

  it('do not join what hardly anything ties, in a first handful of tickets', async () => {
    const words: readonly (readonly [title: string, body: string])[] = [
      [
        'Remote taskfile checksum mismatch',
        'After update to 3.53 I get checksum mismatch for my remote Taskfile.',
      ],
      [
        'Remote Taskfile cache not used',
        'The remote Taskfile is downloaded on every call, the cache is ignored offline.',
      ],
      ['watch burns CPU', 'task --watch uses 100% CPU on a monorepo.'],
      ['High CPU with watch', 'With --watch CPU is at 100% as soon as I use globstar sources'],
      [
        'URGENT secret printed',
        'A variable with secret: true is printed in the CI log! Our token leaked. This is urgent.',
      ],
      ['Fish completion missing', 'Fish completion does not work after brew install'],
      [
        'Checksum mismatch remote include',
        'Remote include fails with checksum mismatch, have to pass --yes each time',
      ],
      ['Invoice', 'Please refund, thanks'],
      ['Watch does not stop', 'Ctrl-C does not stop task --watch, CPU stays high'],
    ];
    const found = await findThemes({
      tickets: words.map(([title, body], at) => ticketOf(`t${at + 1}`, { title, body })),
      known: [],
      date,
    });
    const groups = found.themes.map(({ tickets: ids }) => ids.toSorted().join(' '));
    expect(groups.toSorted()).toEqual(['t1 t2 t7', 't3 t4 t9', 't5', 't6', 't8']);
  });

  it('tell themes in a script without spaces apart', async () => {
    const found = await findThemes({
      tickets: [
        ticketOf('a', { title: '荷物が届きません' }),
        ticketOf('b', { title: '荷物がまだ届きません' }),
        ticketOf('c', { title: '請求書を送ってください' }),
        ticketOf('d', { title: '請求書を再度送ってください' }),
      ],
      known: [],
      date,
    });
    const groups = found.themes.map(({ tickets: ids }) => ids.toSorted().join(' '));
    expect(groups.toSorted()).toEqual(['a b', 'c d']);
  });
});

describe('a theme that is known', () => {
  const reset = (id: string) =>
    ticketOf(id, {
      title: 'Password reset link expired',
      body: `Reset mail number ${id} came too late`,
    });

  it('keeps id, name and first day, and says how it moved', async () => {
    const tickets = [reset('one'), reset('two'), reset('three')];
    const moved = async (before: number, wasLast: boolean) => {
      const known = [{ ...passwordTheme, tickets: before, wasLast }];
      const [theme] = (await findThemes({ tickets, known, date })).themes;
      return [theme?.id, theme?.name, theme?.firstSeen, theme?.previous, theme?.trend];
    };
    const kept = [passwordTheme.id, passwordTheme.name, '2026-11-01'];
    expect(await moved(1, true)).toEqual([...kept, 1, 'growing']);
    expect(await moved(2, true)).toEqual([...kept, 2, 'steady']);
    expect(await moved(5, true)).toEqual([...kept, 5, 'shrinking']);
    expect(await moved(5, false)).toEqual([...kept, 0, 'growing']);
  });

  it('neither grows nor shrinks where the numbers that are shown do not', async () => {
    const tickets = [reset('one'), reset('two'), reset('three')];
    const trend = async (before: number, expected: number) => {
      const known = [{ ...passwordTheme, tickets: before, expected, wasLast: true }];
      return (await findThemes({ tickets, known, date })).themes[0]?.trend;
    };
    expect(await trend(3, 1)).toBe('steady');
    expect(await trend(2, 1)).toBe('growing');
    expect(await trend(3, 9)).toBe('steady');
    expect(await trend(4, 9)).toBe('shrinking');
  });

  it('grows when it reaches four in its first days, if only by one', async () => {
    const tickets = ['one', 'two', 'three', 'four'].map(reset);
    const trend = async (tickets: readonly UngroupedTicket[], firstSeen: string) => {
      const known = [{ ...passwordTheme, firstSeen, tickets: tickets.length - 1, wasLast: true }];
      return (await findThemes({ tickets, known, date })).themes[0]?.trend;
    };
    expect(await trend(tickets, '2026-11-19')).toBe('growing');
    expect(await trend(tickets, '2026-11-01')).toBe('steady');
    expect(await trend([...tickets, reset('five')], '2026-11-19')).toBe('steady');
  });

  it('is left alone by tickets about something else', async () => {
    const found = await findThemes({
      tickets: [
        ticketOf('a', { title: 'Mug arrived broken' }),
        ticketOf('b', { title: 'Broken mug, handle is off' }),
      ],
      known: [{ ...passwordTheme, tickets: 2, wasLast: true }],
      date,
    });
    expect(found.themes.map(({ id }) => id)).not.toContain(passwordTheme.id);
    expect(found.paused.map(({ id }) => id)).toEqual([passwordTheme.id]);
  });
});

describe('what is new among tickets that are like a known theme', () => {
  const paid = (id: string) =>
    ticketOf(id, {
      title: `Card payment was declined at the ${PLACES[Number(id.slice(1)) % PLACES.length]}`,
    });
  const lost = (id: string) =>
    ticketOf(id, {
      title: `Lost card, freeze my card ${WHERE[Number(id.slice(1)) % WHERE.length]}`,
    });
  const PLACES = ['shop', 'station', 'hotel', 'restaurant', 'museum', 'garage'];
  const WHERE = ['on holiday', 'in the park', 'on a bus', 'after work'];
  const many = (letter: string, count: number, of: (id: string) => UngroupedTicket) =>
    Array.from({ length: count }, (_, at) => of(`${letter}${at}`));

  it('is told on the first day with four tickets, and grows from there', async () => {
    const first = await findThemes({ tickets: many('a', 12, paid), known: [], date });
    const days = await daysAfter(
      first,
      [...many('b', 12, paid), ...many('c', 1, lost)],
      [...many('d', 12, paid), ...many('e', 4, lost)],
      [...many('f', 12, paid), ...many('g', 8, lost)],
    );
    const told = days
      .slice(1)
      .map((day) => day.themes.find(({ tickets }) => tickets.some((id) => /[eg]/.test(id))));
    expect(told.map((one) => one?.tickets.length)).toEqual([4, 8]);
    expect(told.map((one) => one?.trend)).toEqual([
      expect.stringMatching(/new|growing/),
      'growing',
    ]);
    expect(told[1]?.id).toBe(told[0]?.id);
    expect(told[0]?.name).toMatch(/lost|freeze/i);
  });

  it('gives a theme another name when no ticket says a word of the old one', async () => {
    const known = { ...passwordTheme, name: 'Invoice in Dutch', tickets: 4, wasLast: true };
    const tickets = ['one', 'two', 'three', 'four'].map((id) =>
      ticketOf(id, { title: 'Password reset link expired', body: `Mail ${id} came too late` }),
    );
    const [renamed] = (await findThemes({ tickets, known: [known], date })).themes;
    expect(renamed).toMatchObject({ id: known.id, formerName: 'Invoice in Dutch' });
    expect(renamed?.name).toMatch(/password/i);
    const few = await findThemes({ tickets: tickets.slice(0, 3), known: [known], date });
    expect(few.themes[0]).toMatchObject({ id: known.id, name: 'Invoice in Dutch' });
  });
});

describe('what earlier windows told', () => {
  it('is one with today: a lone ticket joins the theme of those that are like it', async () => {
    const first = await findThemes({
      tickets: [
        ticketOf('a', { title: 'Mug arrived broken' }),
        ticketOf('b', { title: 'Broken mug, handle is off' }),
        ticketOf('c', { title: 'Password reset link expired' }),
        ticketOf('d', { title: 'Reset link of my password has expired' }),
      ],
      known: [],
      date,
    });
    const [second] = await daysAfter(first, [ticketOf('e', { title: 'Handle of the mug broken' })]);
    const mugs = first.themes.find(({ tickets }) => tickets.includes('a'));
    expect(second?.themes.map(({ id, tickets }) => [id, tickets])).toEqual([[mugs?.id, ['e']]]);
  });

  it('may found a theme later: what was left over, and a newcomer that is like it', async () => {
    const left = ticketOf('a', { title: 'Kayak wobbles' });
    const first = await findThemes({ tickets: [left], known: [], date });
    expect(first.themes.map(({ id }) => id)).toEqual(['t-leftover']);
    const [second] = await daysAfter(first, [ticketOf('b', { title: 'My kayak wobbles' })]);
    expect(second?.themes.map(({ id, tickets }) => [id === 't-leftover', tickets])).toEqual([
      [false, ['b']],
    ]);
  });

  it('names a theme anew while it is young, and not later', async () => {
    const first = await findThemes({
      tickets: [ticketOf('a', { title: 'Invoice from Porto' })],
      known: [],
      date,
    });
    const days = await daysAfter(
      first,
      ['b', 'e', 'h'].map((id) => ticketOf(id, { title: 'Invoice download fails' })),
      ['k', 'l', 'm', 'n', 'o'].map((id) => ticketOf(id, { title: 'Invoice for Porto please' })),
    );
    const told = [first, ...days].flatMap(({ themes }) => themes);
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
    expect(told.map(({ name }) => name)).toEqual([
      'Invoice from porto',
      'Invoice download fails',
      'Invoice download fails',
    ]);
  });
});

/** Each further window, as the collector lives it. */
async function daysAfter(
  first: FoundThemes,
  ...windows: readonly (readonly UngroupedTicket[])[]
): Promise<readonly FoundThemes[]> {
  const told = [first];
  for (const tickets of windows) {
    const themes = new Map(told.flatMap((one) => one.themes.map((theme) => [theme.id, theme])));
    const known = [...themes.values()].map((theme) => ({
      ...theme,
      lastSeen: date,
      tickets: theme.tickets.length,
      wasLast: true,
    }));
    const kept = told.toReversed().flatMap(keptOf);
    told.push(await findThemes({ tickets, known, kept, date: '2026-11-22' }));
  }
  return told.slice(1);
}

const passwordTheme = {
  id: 't-0a1b2c3d',
  name: 'Password reset link expired',
  signature: [
    { term: 'password', weight: 0.5 },
    { term: 'reset', weight: 0.5 },
    { term: 'password reset', weight: 0.3 },
    { term: '~password', weight: 0.5 },
    { term: 'expir', weight: 0.2 },
  ],
  firstSeen: '2026-11-01',
  lastSeen: '2026-11-20',
};

function idsOf({
  themes,
}: {
  readonly themes: readonly { readonly tickets: readonly string[] }[];
}): string[] {
  return themes.flatMap(({ tickets }) => tickets).toSorted();
}
