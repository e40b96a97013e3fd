import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  isQuiet,
  planDigest,
  type DigestPlan,
} from '../../../../src/collectors/builtin/ticket-digest/plan-digest.ts';
import type { Brief, BriefContext } from '../../../../src/context/brief.ts';
import type { TicketsFacts } from '../../../../src/words/facts.ts';
import { OTHER_THEME } from '../../../../src/words/ticket.ts';
import { brief, itemKeys } from '../../../kit/briefs.ts';
import {
  newTheme,
  pausedTheme,
  priorTheme,
  priorTicket,
  theme,
  ticket,
  ticketsFacts,
} from '../../../kit/ticket-facts.ts';

function plan(
  fields: Partial<TicketsFacts>,
  context: Partial<BriefContext> = {},
  more: Partial<Brief> = {},
): DigestPlan {
  const facts = ticketsFacts(fields);
  return planDigest(brief({ tickets: facts }, context, more), facts);
}

const ids = (count: number, from = 1): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));

describe('the plan of a digest', () => {
  it('puts what doubled first, then urgent themes, then what moves, then size; set aside ones and other requests last', () => {
    const big = theme('Big', ids(9, 1));
    const fresh = newTheme('Fresh', ids(2, 10));
    const grown = theme('Grown', ids(3, 12), { trend: 'growing', previous: 1 });
    const fire = theme('Fire', ids(2, 15));
    const dismissed = theme('Dismissed', ids(7, 17));
    const items = [...ids(24, 1), 'x'].map((id) =>
      ticket({ id, urgent: id === '15' || id === 'x' ? 'URGENT' : null }),
    );
    const { themes } = plan(
      { items, themes: [big, dismissed, fresh, grown, fire] },
      { findings: [priorTheme(dismissed, { state: 'dismissed' })] },
    );
    expect(themes.map((one) => one.theme.name)).toStrictEqual([
      'Grown',
      'Fire',
      'Fresh',
      'Big',
      'Dismissed',
      'Other requests',
    ]);
  });

  it('lets newness count for nothing in a first digest', () => {
    const themes = [newTheme('Small', ids(2)), newTheme('Large', ids(8, 3))];
    const first = plan({ themes, firstTime: true });
    expect(first.themes.map((one) => [one.theme.name, one.standing.kind])).toStrictEqual([
      ['Large', 'open'],
      ['Small', 'open'],
    ]);
  });

  it('puts a theme that is new and urgent before an urgent one that is not new', () => {
    const themes = [theme('Old fire', ids(9)), newTheme('New fire', ids(2, 10))];
    const items = ids(11).map((id) => ticket({ id, urgent: 'down' }));
    const order = (firstTime: boolean): readonly string[] =>
      plan({ items, themes, firstTime }).themes.map((one) => one.theme.name);
    expect(order(false)).toStrictEqual(['New fire', 'Old fire']);
    expect(order(true)).toStrictEqual(['Old fire', 'New fire']);
  });

  it('gives keys to urgent, large new and growing themes, in order, and lets the rest wait', () => {
    const themes = [
      theme('Urgent', ids(2)),
      newTheme('Large', ids(5, 3)),
      newTheme('Little', ids(4, 8)),
      theme('Growing', ids(4, 12), { trend: 'growing', previous: 2 }),
      theme('Carried', ids(6, 16), { trend: 'growing', previous: 2 }),
      theme('Steady', ids(9, 22)),
    ];
    const items = ids(30).map((id) => ticket({ id, urgent: id === '1' ? 'asap' : null }));
    const carried = priorTheme(themes[4] ?? theme('', []), { item: itemKeys(1, 1)[0] ?? null });
    const standings = (context: Partial<BriefContext>): readonly string[] =>
      plan({ items, themes }, { findings: [carried], ...context }).themes.map(
        ({ theme: { name }, standing }) =>
          `${name} ${standing.kind}${'item' in standing ? ` ${standing.item}` : ''}`,
      );
    expect(standings({ reservedItems: itemKeys(7, 2) })).toStrictEqual([
      'Carried carried RM-1',
      'Growing proposed RM-7',
      'Urgent proposed RM-8',
      'Large waits',
      'Little open',
      'Steady open',
    ]);
    const room = { reservedItems: itemKeys(7, 5), fileItem: { max: 5, maxOpen: 4 }, openItems: 3 };
    expect(standings(room).filter((one) => one.includes('proposed'))).toStrictEqual([
      'Growing proposed RM-7',
    ]);
    expect(standings({ fileItem: null }).filter((one) => /proposed|waits/.test(one))).toEqual([]);
  });

  it('lists urgent tickets by how long they wait, those that say the same once', () => {
    const items = [
      ticket({ id: 'late', urgent: 'now', createdAt: '2026-11-20T12:00:00.000Z' }),
      ticket({ id: 'undated', urgent: 'now', createdAt: null }),
      ticket({ id: 'early', urgent: 'down', createdAt: '2026-11-20T06:00:00.000Z' }),
      ticket({ id: 'again', urgent: 'down', duplicateOf: 'early' }),
      ticket({ id: 'calm', duplicateOf: 'early' }),
      ticket({ id: 'echo', urgent: 'help', duplicateOf: 'calm' }),
    ];
    const { urgent } = plan({
      items,
      themes: [
        theme(
          'All',
          items.map(({ id }) => id),
        ),
      ],
    });
    expect(urgent.map((one) => [one.ticket.id, one.same])).toStrictEqual([
      ['early', 1],
      ['echo', 0],
      ['late', 0],
      ['undated', 0],
    ]);
  });

  it('keeps a paused theme standing for a week, when the ledger has it', () => {
    const recent = pausedTheme('Recent', { lastSeen: '2026-11-14' });
    const over = pausedTheme('Over', { lastSeen: '2026-11-13' });
    const unknown = pausedTheme('Unknown');
    const quiet = pausedTheme('Quiet');
    const findings = [
      priorTheme(recent),
      priorTheme(over),
      priorTheme(quiet, { state: 'dismissed' }),
      priorTicket('A-1', { firstSeen: '2026-11-14T08:00:00.000Z' }),
      priorTicket('A-2', { firstSeen: '2026-11-13T08:00:00.000Z' }),
      priorTicket('A-3', { state: 'resolved' }),
    ];
    const pausedThemes = [recent, over, unknown, quiet];
    const one = plan({ items: [ticket({ id: '1' })], pausedThemes }, { findings });
    expect(one.standing).toStrictEqual([recent]);
    expect(one.recentUrgent.map(({ fingerprint }) => fingerprint)).toStrictEqual(['ticket:A-1']);
    const broken = plan({ pausedThemes }, { findings });
    expect(broken.standing).toStrictEqual([recent, over]);
    expect(broken.recentUrgent).toHaveLength(2);
  });

  it('is quiet without tickets, but not when nobody could look', () => {
    const told = { told: 12, afterWindow: 0, repeated: 0 };
    const problem = { source: 'a.csv:2', problem: 'no id' };
    const source = (
      title: string,
      state: 'known' | 'dismissed' = 'known',
    ): Partial<BriefContext> => ({
      findings: [{ ...priorTheme({ id: '' }), fingerprint: 'tickets:source', title, state }],
    });
    const one = '1 record of the ticket source could not be read, or not wholly';
    const none = 'No ticket was found in the source';
    expect(isQuiet(plan({ leftOut: told }))).toBe(true);
    expect(isQuiet(plan({ items: [ticket({ id: '1' })] }))).toBe(false);
    expect(isQuiet(plan({}))).toBe(false);
    expect(isQuiet(plan({}, source(none)))).toBe(false);
    expect(isQuiet(plan({}, source(none, 'dismissed')))).toBe(true);
    expect(isQuiet(plan({ leftOut: told, problems: [problem] }))).toBe(false);
    expect(isQuiet(plan({ leftOut: told, problems: [problem] }, source(one)))).toBe(true);
    const more = { leftOut: told, problems: [problem], moreProblems: 1 };
    expect(isQuiet(plan(more, source(one)))).toBe(false);
  });

  it('has every ticket in exactly one theme, whatever the facts say', () => {
    const id = fc.constantFrom('1', '2', '3', '4', '5', '6');
    fc.assert(
      fc.property(
        fc.uniqueArray(id),
        fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C', OTHER_THEME.name), fc.array(id))),
        (present, groups) => {
          const items = present.map((one) => ticket({ id: one }));
          const themes = groups.map(([name, tickets]) => theme(name, tickets));
          const facts = { ...ticketsFacts({ items }), themes };
          const placed = planDigest(brief({ tickets: facts }), facts).themes;
          const listed = placed.flatMap(({ tickets }) => tickets.map((one) => one.id));
          expect(listed.toSorted()).toStrictEqual(present.toSorted());
          expect(placed.every(({ tickets }) => tickets.length > 0)).toBe(true);
        },
      ),
    );
  });
});
