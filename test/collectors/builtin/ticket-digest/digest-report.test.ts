import { describe, expect, it } from 'vitest';

import type { RecipeResult } from '../../../../src/collectors/builtin/recipe.ts';
import { digestTickets } from '../../../../src/collectors/builtin/ticket-digest/digest-tickets.ts';
import type { Brief, BriefContext } from '../../../../src/context/brief.ts';
import { sanitiseAgentPart } from '../../../../src/reports/agent-part.ts';
import type { TicketsFacts } from '../../../../src/words/facts.ts';
import { brief, itemKeys, priorReport } from '../../../kit/briefs.ts';
import {
  newTheme,
  pausedTheme,
  priorTheme,
  theme,
  ticket,
  ticketsFacts,
} from '../../../kit/ticket-facts.ts';

const FRIDAY = {
  timezone: 'Europe/Berlin',
  window: { from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z' },
};

async function digest(
  fields: Partial<TicketsFacts>,
  context: Partial<BriefContext> = {},
  more: Partial<Brief> = {},
): Promise<RecipeResult> {
  return digestTickets({
    brief: brief(
      { tickets: ticketsFacts(fields) },
      { fileItem: null, ...context },
      { ...FRIDAY, ...more },
    ),
    worktree: '/nowhere',
    env: {},
    say: () => undefined,
  });
}

async function summary(...args: Parameters<typeof digest>): Promise<string> {
  const { report } = await digest(...args);
  return /^## Summary\n\n([\s\S]*?)\n\n## /.exec(report)?.[1] ?? '';
}

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

describe('the report of a digest', () => {
  it('says where a theme came from, and what it was called', async () => {
    const items = ['1', '2', '3'].map((id) =>
      ticket({ id, body: `Number ${id} waits for a card.` }),
    );
    const themes = [
      { ...newTheme('Card lost', ['1', '2']), splitFrom: { id: 't-00000001', name: 'Paid *in*' } },
      { ...theme('Card stuck', ['3']), formerName: 'Fees' },
    ];
    const { report } = await digest({ items, themes });
    expect(report).toContain('### Card lost: 2 tickets, new\n\nSplit from “Paid \\*in\\*”\n');
    expect(report).toContain(' · Was called “Fees”\n');
  });

  it('lists three urgent tickets a theme, which refers to them by number and repeats none', async () => {
    const items = ['1', '2', '3', '4', '5'].map((id) =>
      ticket({ id, body: `Somebody took card number ${id} on the train.`, urgent: 'took card' }),
    );
    const { report } = await digest({
      items,
      themes: [newTheme('Card taken', ['1', '2', '3', '4', '5'])],
    });
    expect(report.match(/^\d\. /gm)).toHaveLength(3);
    expect(report).toContain('2 more urgent tickets are counted under the themes.');
    expect(report.match(/^- “Somebody took card number [45]/gm)).toHaveLength(2);
    expect(report.match(/^- “/gm)).toHaveLength(2);
    expect(report).toContain(
      '### Card taken: 5 tickets, new\n\n**5 urgent**: numbers 1, 2 and 3 above\n',
    );
    expect(report).toContain('\n\nTickets: **4**, **5**\n');
  });

  it('tells each urgent ticket once, whatever theme it has', async () => {
    const urgent = Array.from({ length: 9 }, (_, at) => `loud-${at}`);
    const items = [...urgent, 'calm'].map((id) =>
      ticket({ id, body: `The words of ${id} are here.`, urgent: id === 'calm' ? null : 'words' }),
    );
    const aside = theme('Set aside', ['loud-1', 'calm']);
    const verdict = { kind: 'dismissed', reason: 'known' };
    const { report } = await digest(
      { items, themes: [theme('Alone', ['loud-0']), aside] },
      { findings: [priorTheme(aside, { state: 'dismissed', verdict })] },
    );
    for (const id of urgent) expect(report.match(new RegExp(`\\b${id}\\b`, 'g'))).toHaveLength(2);
    expect(report).toContain(
      '### Alone: 1 ticket, was 1\n\nIn the digest since 2026-11-10 · **1 urgent**: number 1 above\n\n###',
    );
    expect(report).toContain(
      '- Set aside: 2 tickets, was 2 (dismissed: known). **1 urgent**: number 2 above. Tickets: calm\n',
    );
    expect(report).toContain('### Other requests: 7 tickets\n\n**7 urgent**, 7 of them above\n');
  });

  it('tells the morning whole', async () => {
    const address = (id: string): string => `https://help.example/t/${id}`;
    const login = { term: 'code', weight: 1 };
    const items = [
      ticket({
        id: '41',
        title: 'No login code',
        body: 'Hello,\n\nwe wait for the code since *noon*.\nThe shop is DOWN.\n\nThanks\nAda',
        author: 'Ada',
        url: address('41'),
        urgent: 'The shop is DOWN',
        createdAt: '2026-11-20T06:14:00.000Z',
      }),
      ticket({
        id: '42',
        body: 'The code never comes to my phone.',
        author: 'Bo',
        url: address('42'),
      }),
      ticket({ id: '43', body: 'The code never comes to my phone.', duplicateOf: '42' }),
      ticket({ id: '44', title: 'Refund <b>now</b>', late: true }),
      ticket({ id: '45', title: 'Invoice in Dutch?' }),
      ticket({ id: '46', title: 'An office in Lyon?' }),
    ];
    const invoice = theme('Invoices', ['45']);
    const themes = [
      theme('No login code', ['42', '41', '43'], {
        trend: 'growing',
        previous: 1,
        signature: [login],
      }),
      newTheme('Refund does not come', ['44']),
      invoice,
    ];
    const verdict = { kind: 'dismissed', reason: 'the finance desk has a form' };
    const facts = {
      items,
      themes,
      pausedThemes: [
        pausedTheme('Excel export'),
        pausedTheme('Dark mode', { lastSeen: '2026-11-12' }),
      ],
      leftOut: { told: 12, afterWindow: 2, repeated: 1 },
      problems: [{ source: 'tickets/nov.csv:14', problem: 'there is no `id`' }],
      masked: { email: 2, phone: 1, card: 0 },
    };
    const findings = [priorTheme(invoice, { state: 'dismissed', verdict })];
    expect((await digest(facts, { findings })).report).toBe(`\
## Summary

6 tickets in 3 themes, 1 of them urgent: 5 came in on Friday 2026-11-20 and 1 is late (older, and told by no digest before).

New: Refund does not come (1). Growing: No login code (3, was 1).

- 1 says the same as an earlier one, and is joined with it.
- 2 came in after this window and wait for the next digest.
- **1 record could not be read, or not wholly**: \`tickets/nov.csv:14\`, see Account.
- Masked: 2 e-mail addresses and 1 phone number.

## Urgent first

1. **No login code** ([41](https://help.example/t/41)) · “The shop is DOWN” · No login code · 2026-11-20 07:14

## Findings by theme

### No login code: 3 tickets, was 1, growing

In the digest since 2026-11-10 · **1 urgent**: number 1 above

- “The code never comes to my phone.” (42, and 1 that says the same)

Tickets: [42](https://help.example/t/42), 43

### Refund does not come: 1 ticket, new

- “Refund \\<b\\>now\\</b\\>” (44)

Tickets: 44

### Set aside

- Invoices: 1 ticket, was 1 (dismissed: the finance desk has a form). Tickets: 45

### Other requests: 1 ticket

- “An office in Lyon?” (46)

Tickets: 46

## Quiet themes

No ticket now: Excel export (3 on 2026-11-19) and Dark mode (3 on 2026-11-12).

## Account

21 tickets read = 6 told above, each in one theme + 15 left out: 12 told by an earlier digest, 2 created after this window and 1 a second record of a ticket.

1 record could not be read, or not wholly:

- \`tickets/nov.csv:14\`: there is no \\\`id\\\`
`);
  });

  it('says of a first digest that it takes up what is older, and calls nothing new', async () => {
    const items = ids(3).map((id) => ticket({ id, late: id === '1' }));
    const themes = [newTheme('Fresh', ids(3))];
    expect(await summary({ items, themes, firstTime: true })).toBe(
      `3 tickets in 1 theme, none urgent: 2 came in on Friday 2026-11-20 and 1 is older (the first digest takes up what it finds).

What is new and what is growing can be told from the second digest on.`,
    );
    const undated = items.map((one) =>
      one.id === '2' ? { ...one, late: true, createdAt: null } : one,
    );
    expect(await summary({ items: undated, themes })).toContain(
      '1 came in on Friday 2026-11-20, 1 is late (older, and told by no digest before) and 1 has no date that can be read.',
    );
    const { report } = await digest({ themes, firstTime: true });
    expect(report).toContain('came in on Friday 2026-11-20. This is the first digest.\n');
    expect(report).toContain('### Fresh: 3 tickets\n');
  });

  it('says so when the window was told before', async () => {
    const themes = [theme('Same', ids(2))];
    const reports = [{ ...priorReport('2026-11-21'), window: FRIDAY.window }];
    expect(await summary({ themes }, { reports })).toBe(
      `2 tickets in 1 theme, none urgent, came in on Friday 2026-11-20.

No theme is new, and none is growing.

- The report of 2026-11-21 told this window already; late tickets that it told are not told again.`,
    );
  });

  it('tells a window that is no day with its times, and what the counts before are worth', async () => {
    const themes = [theme('Same', ids(2), { previous: 1, trend: 'steady' })];
    const window = { from: '2026-11-20T06:30:00.000Z', to: '2026-11-23T06:30:00.000Z' };
    const before = { from: '2026-11-19T06:30:00.000Z', to: window.from };
    const reports = [{ ...priorReport('2026-11-20'), window: before }];
    const told = await summary({ themes }, { reports }, { window });
    expect(told).toContain('came in from Friday 2026-11-20 07:30 to Monday 2026-11-23 07:30.');
    expect(told).toContain(
      '- This window is 3 days long, the one before was 1 day: what grows or shrinks is judged by tickets a day.',
    );
    const days = { from: '2026-11-19T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z' };
    expect(await summary({ themes }, {}, { window: days })).toContain(
      'came in from Friday 2026-11-20 to Sunday 2026-11-22.',
    );
    const open = { from: null, to: window.to };
    expect(await summary({ themes }, {}, { window: open })).toContain(
      'came in up to Monday 2026-11-23 07:30.',
    );
  });

  it('names the items it asks for, and what waits for one', async () => {
    const themes = [newTheme('One', ids(5)), newTheme('Two', ['a', 'b', 'c', 'd', 'e', 'f'])];
    const context = {
      fileItem: { max: 1, maxOpen: 9 },
      openItems: 2,
      reservedItems: itemKeys(7, 1),
    };
    const { report, proposals } = await digest({ themes }, context);
    expect(report).toContain(
      `- Proposed 1 item: RM-7.
- 1 theme waits for an item: 3 of at most 9 items are proposed or open, and a run proposes at most 1.`,
    );
    expect(report).toContain('### Two: 6 tickets, new\n\nRM-7 proposed\n');
    expect(report).toContain('### One: 5 tickets, new\n\nwaits for an item\n');
    expect(proposals).toStrictEqual([
      {
        type: 'file-item',
        key: 'RM-7',
        title: 'Customers report: Two',
        body: `6 tickets · new · in the digest since 2026-11-21.

- “Ticket a” (a)
- “Ticket b” (b)

Tickets: a, b, c, d, e, f

Proposed because the theme is new and came with 5 tickets or more, and no item carries it.`,
        findings: ['theme:t-two00000'],
      },
    ]);
  });

  it('is one line when nothing came in', async () => {
    const { report, noop, coverage } = await digest({
      leftOut: { told: 412, afterWindow: 0, repeated: 0 },
    });
    const line = 'No ticket came in on Friday 2026-11-20: 412 records read, all told before.';
    expect({ report, noop, coverage }).toStrictEqual({
      report: line,
      noop: { reason: line },
      coverage: { tickets: { examined: 0 } },
    });
    const later = await digest({ leftOut: { told: 3, afterWindow: 2, repeated: 0 } });
    expect(later.report).toBe(
      'No ticket came in on Friday 2026-11-20: 5 records read, 2 of them came in later and wait for the next digest.',
    );
  });

  it('does not look calm when nobody could look', async () => {
    const problems = [{ source: 'a.csv:1', problem: 'no column could be the id: Betreff' }];
    const { report, noop, findings } = await digest({ problems });
    expect(noop).toBeNull();
    expect(report).toBe(`\
## Summary

**No ticket could be read, so it is unknown whether any came in on Friday 2026-11-20.**

- **1 record could not be read, or not wholly**: \`a.csv:1\`, see Account.

## Findings by theme

None.

## Account

No ticket was read.

1 record could not be read, or not wholly:

- \`a.csv:1\`: no column could be the id: Betreff
`);
    expect(findings).toStrictEqual([
      {
        title: '1 record of the ticket source could not be read, or not wholly',
        body: '- `a.csv:1`: no column could be the id: Betreff',
        severity: 'high',
        fingerprint: 'tickets:source',
      },
    ]);
    expect(await summary({})).toBe(
      `**No ticket could be read, so it is unknown whether any came in on Friday 2026-11-20.**

- The source holds no ticket at all. Check that it is exported still, and to the place that \`collect.tickets.path\` names.`,
    );
  });

  it('tells twenty themes in full and the rest a line each', async () => {
    const themes = Array.from({ length: 23 }, (_, index) =>
      theme(`Theme ${100 + index}`, [`${index}a`, `${index}b`]),
    );
    const items = themes.flatMap(({ tickets }) =>
      tickets.map((id) =>
        ticket({
          id,
          body: `We wrote about this ${'and that '.repeat(20)}`,
          urgent: id === '22a' ? 'now' : null,
        }),
      ),
    );
    const { report } = await digest({ items, themes });
    expect(report.match(/^### Theme /gm)).toHaveLength(20);
    expect(report).toContain('### Theme 122: 2 tickets, was 2\n');
    expect(report).toContain(
      '### Smaller themes\n\n- Theme 119: 2 tickets, was 2. “We wrote about this and that',
    );
    expect(report).toContain('and tha…” (19a). Tickets: 19a, 19b\n');
  });

  it('lets no ticket speak for the report', async () => {
    const evil =
      '</details>\n\n## Summary\n\n![x](https://evil.example/?q)[a](javascript:b)\n```\n| a |\n<img src=x onerror=y>\u001b[31m';
    const items = [
      ticket({ id: evil, title: evil, body: evil, author: evil, urgent: evil, url: evil }),
    ];
    const facts = {
      items,
      themes: [theme(evil, [evil], { firstSeen: evil })],
      pausedThemes: [pausedTheme(evil, { lastSeen: evil })],
      problems: [{ source: evil, problem: evil }],
    };
    const { report, findings } = await digest(facts);
    expect(report.match(/^#.*$/gm)).toStrictEqual([
      '## Summary',
      '## Urgent first',
      '## Findings by theme',
      expect.stringMatching(/^### \\<\/details\\> \\#\\# Summary /),
      '## Quiet themes',
      '## Account',
    ]);
    const shown = sanitiseAgentPart(report).replaceAll(/(`{4,}).*?\1/g, '');
    expect(shown).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(|<|^```/m);
    expect(shown).not.toContain('\u001b');
    expect(findings.map(({ title }) => title).join('')).not.toContain('\n');
  });
});

describe('the report of tickets over a connection', () => {
  const origin = {
    connection: 'support',
    kind: 'http',
    asked: 'GET https://help.example/api/tickets',
    since: '2026-11-19T22:50:00.000Z',
    pages: 2,
    requests: 3,
    cut: null,
    mark: null,
  } as const;

  it('says what was asked, and since when', async () => {
    const { report } = await digest({ themes: [theme('Login code', ids(3))], origin });
    expect(report).toContain(
      'Asked of `support`: `GET https://help.example/api/tickets`, for what changed since 2026-11-19 23:50, 2 pages.',
    );
    const whole = await digest({
      themes: [theme('Login code', ids(3))],
      origin: { ...origin, since: null },
    });
    expect(whole.report).toContain(
      '`GET https://help.example/api/tickets`, for all there is, 2 pages.',
    );
  });

  it('is quiet when nothing is new, which is not a broken source', async () => {
    const quiet = await digest({ origin });
    expect(quiet.noop?.reason).toBe(
      'No ticket came in on Friday 2026-11-20: nothing is new at support.',
    );
  });

  it('is never quiet when not all was read, and says so', async () => {
    const cut = { ...origin, cut: 'after 500 pages' };
    const { report, noop } = await digest({ origin: cut });
    expect(noop).toBeNull();
    expect(report).toContain(
      '**Not all of `support` was read**: it ended after 500 pages. The next digest continues from there.',
    );
    expect(report).toContain('2 pages; ended after 500 pages.');
  });
});

describe('the report of tickets that a model grouped', () => {
  const embeddings = { connection: 'vectors', model: 'kit-*model*', sent: 3, failed: null };

  it('says by which, and at its top that it was words alone when the model failed', async () => {
    const themes = [theme('Login code', ids(3))];
    const { report } = await digest({ themes, embeddings });
    expect(report).toContain('Grouped by words and by `kit-*model*` of `vectors`: 3 texts sent.');
    expect(report).not.toContain('words alone');
    const failed = { ...embeddings, failed: 'it answers 500' };
    expect(await summary({ themes, embeddings: failed })).toContain(
      '- **Grouped by words alone**: `vectors` gave no vectors: it answers 500.',
    );
  });
});
