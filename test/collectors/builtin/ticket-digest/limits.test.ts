/** The contract takes 1 MB a file, 500 lines and 20,000 characters a body: also on the worst of mornings. */
import { describe, expect, it } from 'vitest';

import type { RecipeResult } from '../../../../src/collectors/builtin/recipe.ts';
import { digestTickets } from '../../../../src/collectors/builtin/ticket-digest/digest-tickets.ts';
import type { BriefContext } from '../../../../src/context/brief.ts';
import { FindingLine, Noop, OUT_LIMITS } from '../../../../src/engines/agent-contract.ts';
import type { TicketFact, TicketTheme } from '../../../../src/words/ticket.ts';
import { brief } from '../../../kit/briefs.ts';
import { newTheme, priorTheme, ticket, ticketsFacts } from '../../../kit/ticket-facts.ts';

async function digest(
  items: readonly TicketFact[],
  themes: readonly TicketTheme[],
  context: Partial<BriefContext> = {},
): Promise<RecipeResult> {
  const facts = ticketsFacts({ items, themes });
  return digestTickets({
    brief: brief({ tickets: facts }, { fileItem: null, ...context }),
    worktree: '/nowhere',
    env: {},
    say: () => undefined,
  });
}

/** `count` tickets in `groups` themes of about one size. */
function crowd(
  count: number,
  groups: number,
  fields: (n: number) => Partial<TicketFact>,
): {
  readonly items: readonly TicketFact[];
  readonly themes: readonly TicketTheme[];
} {
  const items = Array.from({ length: count }, (_, n) =>
    ticket({ id: String(100_000 + n), ...fields(n) }),
  );
  const themes = Array.from({ length: groups }, (_, group) => ({
    ...newTheme(
      `Theme ${group}`,
      items.filter((_one, n) => n % groups === group).map(({ id }) => id),
    ),
    id: `t-${String(group).padStart(8, '0')}`,
  }));
  return { items, themes };
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What the lists of ids count in place of listing it. */
function countedIn(report: string): number {
  return [...report.matchAll(/(?:, and |Tickets: )([\d,]+) more$/gm)].reduce(
    (sum, [, count = '']) => sum + Number(count.replaceAll(',', '')),
    0,
  );
}

function checkFindings({ findings }: RecipeResult): void {
  for (const finding of findings) expect(FindingLine.safeParse(finding).error).toBeUndefined();
  expect(findings.length).toBeLessThan(OUT_LIMITS.maxLines);
  expect(bytes(findings.map((one) => `${JSON.stringify(one)}\n`).join(''))).toBeLessThan(
    OUT_LIMITS.maxFileBytes,
  );
}

describe('a digest of very many tickets', () => {
  it('lists six ids of a theme with their links, and counts the rest', async () => {
    const { items, themes } = crowd(10_000, 120, (n) => ({
      url: `https://help.example/agent/tickets/${100_000 + n}`,
      body: 'The page stays white since noon, and nobody answers the phone.',
    }));
    const result = await digest(items, themes);
    expect(bytes(result.report)).toBeLessThan(OUT_LIMITS.maxFileBytes);
    const listed = [
      ...result.report.matchAll(/\[(\d+)\]\(https:\/\/help\.example\/agent\/tickets\/\1\)/g),
    ];
    expect(new Set(listed.map(([, id]) => id)).size).toBe(6 * 120);
    expect(listed).toHaveLength(6 * 120);
    expect(listed.length + countedIn(result.report)).toBe(10_000);
    checkFindings(result);
  });

  it('lists every id of a theme in its finding', async () => {
    const { items, themes } = crowd(40, 1, () => ({}));
    const { findings } = await digest(items, themes);
    const [, list = ''] = /^Tickets: (.*)$/m.exec(findings[0]?.body ?? '') ?? [];
    expect(list.split(', ').toSorted()).toEqual(items.map(({ id }) => id));
  });

  it('drops the links before any id', async () => {
    const { items, themes } = crowd(10_000, 1_000, (n) => ({
      url: `https://help.example/${'x'.repeat(200)}/${n}`,
    }));
    const { report } = await digest(items, themes);
    expect(bytes(report)).toBeLessThan(OUT_LIMITS.maxFileBytes);
    expect(report).not.toContain('](https:');
    const listed = [...report.matchAll(/^Tickets: (.*)$|\. Tickets: (.*)$/gm)]
      .flatMap(([, full, short]) => (full ?? short ?? '').split(', '))
      .filter((one) => !one.startsWith('and '));
    expect(new Set(listed).size).toBe(6_000);
    expect(listed).toHaveLength(6_000);
    expect(countedIn(report)).toBe(4_000);
  });

  it('counts what it cannot list', async () => {
    const { items, themes } = crowd(20_000, 1_500, (n) => ({ id: `${'é'.repeat(90)}${n}` }));
    const { report } = await digest(items, themes);
    expect(bytes(report)).toBeLessThan(OUT_LIMITS.maxFileBytes);
    const listed = [...report.matchAll(/(?:^|\. )Tickets: (.*)$/gm)].flatMap(([, list = '']) =>
      list.split(', ').filter((one) => one.startsWith('é')),
    );
    expect(listed.length + countedIn(report)).toBe(20_000);
  });

  it('reports 499 findings, known ones first, and counts the rest', async () => {
    const { items, themes } = crowd(1_400, 700, () => ({}));
    const last = themes.slice(-3).map((one) => priorTheme(one));
    const result = await digest(items, themes, { findings: last });
    checkFindings(result);
    expect(result.findings).toHaveLength(499);
    const named = new Set(result.findings.map(({ fingerprint }) => fingerprint));
    expect(last.every(({ fingerprint }) => named.has(fingerprint))).toBe(true);
    expect(result.report).toContain(
      '- 201 findings did not fit into one run; the themes below are all there.',
    );
  });

  it('keeps bodies and titles within bounds whatever a ticket says', async () => {
    const long = '*\u{1f9ca}_'.repeat(300_000);
    const items = [
      ...Array.from({ length: 400 }, (_, n) =>
        ticket({
          id: `${n}-${long.slice(0, 400)}`,
          title: long,
          body: long,
          author: long,
          urgent: long,
        }),
      ),
      ticket({ id: 'alone', title: long, body: long, urgent: long }),
    ];
    const themes = Array.from({ length: 40 }, (_, n) =>
      newTheme(
        `${n}${long}`,
        items.slice(n * 10, n * 10 + 10).map(({ id }) => id),
      ),
    );
    const result = await digest(items, themes);
    checkFindings(result);
    expect(bytes(result.report)).toBeLessThan(OUT_LIMITS.maxFileBytes);
    expect(result.findings.at(-1)?.title.length).toBeLessThanOrEqual(300);
  });

  it('keeps a quiet line within the contract', async () => {
    const { noop } = await digestTickets({
      brief: brief({
        tickets: ticketsFacts({ leftOut: { told: 1e9, afterWindow: 1e9, repeated: 1e9 } }),
      }),
      worktree: '/nowhere',
      env: {},
      say: () => undefined,
    });
    expect(Noop.safeParse(noop).success).toBe(true);
  });
});
