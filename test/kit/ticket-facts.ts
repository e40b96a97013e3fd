/** Tickets, themes and their facts built by hand, for tests of what reads them. */
import type { PriorFinding } from '../../src/context/brief.ts';
import type { TicketsFacts } from '../../src/words/facts.ts';
import {
  OTHER_THEME,
  type PausedTheme,
  type TicketFact,
  type TicketTheme,
} from '../../src/words/ticket.ts';

export function ticket(fields: Partial<TicketFact> & { readonly id: string }): TicketFact {
  return {
    title: `Ticket ${fields.id}`,
    body: '',
    createdAt: '2026-11-20T09:00:00.000Z',
    author: null,
    labels: [],
    url: null,
    source: `tickets/export.csv:${fields.id}`,
    late: false,
    urgent: null,
    duplicateOf: null,
    ...fields,
  };
}

/** A steady theme that had as many tickets before; its id follows from the name. */
export function theme(
  name: string,
  tickets: readonly string[],
  fields: Partial<TicketTheme> = {},
): TicketTheme {
  return {
    id: themeId(name),
    name,
    tickets,
    previous: tickets.length,
    trend: 'steady',
    firstSeen: '2026-11-10',
    signature: [],
    ...fields,
  };
}

export function newTheme(name: string, tickets: readonly string[]): TicketTheme {
  return theme(name, tickets, { previous: null, trend: 'new', firstSeen: '2026-11-21' });
}

export function pausedTheme(name: string, fields: Partial<PausedTheme> = {}): PausedTheme {
  return { id: themeId(name), name, previous: 3, lastSeen: '2026-11-19', ...fields };
}

/** What the ledger knows of a theme that an earlier digest reported. */
export function priorTheme(
  { id }: Pick<TicketTheme, 'id'>,
  fields: Partial<PriorFinding> = {},
): PriorFinding {
  return priorFinding({ fingerprint: `theme:${id}`, title: 'Told before: 3 tickets', ...fields });
}

/** The same of a single urgent ticket. */
export function priorTicket(id: string, fields: Partial<PriorFinding> = {}): PriorFinding {
  return priorFinding({ fingerprint: `ticket:${id}`, title: `Urgent: told (${id})`, ...fields });
}

function priorFinding(
  fields: Partial<PriorFinding> & Pick<PriorFinding, 'fingerprint' | 'title'>,
): PriorFinding {
  return {
    state: 'known',
    firstSeen: '2026-11-18T06:30:00.000Z',
    lastSeen: '2026-11-20T06:30:00.000Z',
    location: null,
    item: null,
    verdict: null,
    ...fields,
  };
}

/** Facts in which each ticket that is not given stands as a plain one, and one without a theme under the other requests. */
export function ticketsFacts(fields: Partial<TicketsFacts> = {}): TicketsFacts {
  const { themes: given = [] } = fields;
  const named = new Set(given.flatMap(({ tickets }) => tickets));
  const items = fields.items ?? [...named].map((id) => ticket({ id }));
  const alone = items.map(({ id }) => id).filter((id) => !named.has(id));
  const themes = [
    ...given,
    ...(alone.length === 0 ? [] : [theme(OTHER_THEME.name, alone, { id: OTHER_THEME.id })]),
  ];
  return {
    kind: 'tickets',
    coverage: { examined: items.length, found: items.length },
    truncated: 0,
    untrusted: true,
    pausedThemes: [],
    leftOut: { told: 0, afterWindow: 0, repeated: 0 },
    problems: [],
    moreProblems: 0,
    masked: { email: 0, phone: 0, card: 0 },
    firstTime: false,
    ...fields,
    items,
    themes,
  };
}

/** `t-` and eight characters, as the collector makes them. */
function themeId(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return `t-${letters.slice(0, 8).padEnd(8, '0')}`;
}
